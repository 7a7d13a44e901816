package checkout

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/job"
	"balcao/payment"
)

// fakeFollowers writes what a task shows as a line, and remembers what it was told.
type fakeFollowers struct {
	mu    sync.Mutex
	moved []conversation.Task
}

func (f *fakeFollowers) Body(t conversation.Task, r Result) ([]byte, error) {
	return fmt.Appendf(nil, "%s|%d %s", t.Body, t.Version, r.Status), nil
}

func (f *fakeFollowers) Moved(t conversation.Task) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.moved = append(f.moved, t)
}

func (f *fakeFollowers) states() (out []conversation.TaskState) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, t := range f.moved {
		out = append(out, t.State)
	}
	return out
}

func followed(s *shop) { s.Followers = &fakeFollowers{} }

// follow sends a message that asks for a task.
func (b *buyer) follow(commands ...Command) Result {
	b.t.Helper()
	r := b.request(commands...)
	r.Follow = true
	done, err := b.Do(b.t.Context(), r)
	if err != nil {
		b.t.Fatal(err)
	}
	return done.Result
}

// waiting makes a followed purchase of two jeans that waits for a Pix payment.
func waiting(t *testing.T, b *buyer) (conversation.Task, payment.Charge) {
	t.Helper()
	_, ch := open(t, b)
	r := b.follow(payByPix())
	if r.Task == nil {
		t.Fatalf("no task in %s", r.Status)
	}
	return *r.Task, ch
}

// wantTask checks the stored task.
func wantTask(t *testing.T, b *buyer, id ids.Task, state conversation.TaskState, body string) conversation.Task {
	t.Helper()
	got, err := b.store.Task(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != state || string(got.Body) != body {
		t.Errorf("task %s %q, want %s %q", got.State, got.Body, state, body)
	}
	return got
}

func TestFollowSettlement(t *testing.T) {
	t.Parallel()
	b := newShop(followed).chat(t)
	task, ch := waiting(t, b)
	want := conversation.Task{
		ID: task.ID, Owner: b.caller.Owner(), Context: "ctx", Checkout: b.do().Checkout.ID, Version: 1,
		State: conversation.TaskWorking, CreatedAt: start, StatusAt: start, Body: []byte("|1 complete_in_progress"),
	}
	if !equal(task, want) || b.read(t, task.Checkout).Task != task.ID {
		t.Errorf("task %+v, want %+v", task, want)
	}
	b.clock.Advance(time.Minute)
	b.bank.pay(ch.TXID, "E1", 10000, start.Add(time.Minute))
	if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
		t.Fatal(err)
	}
	got := wantTask(t, b, task.ID, conversation.TaskCompleted, "|1 complete_in_progress|2 completed")
	if got.Version != 2 || !got.StatusAt.Equal(start.Add(time.Minute)) || !got.CreatedAt.Equal(start) {
		t.Errorf("task %+v", got)
	}
	if b.read(t, task.Checkout).Task != "" {
		t.Error("the ended task still follows")
	}
	if _, ok := b.store.job(job.PushTask, string(task.ID)); !ok {
		t.Error("nobody is told of it")
	}
	if got := fmt.Sprint(b.Followers.(*fakeFollowers).states()); got != "[TASK_STATE_WORKING TASK_STATE_COMPLETED]" {
		t.Error("told", got)
	}
	if r := b.do(); r.Task != nil {
		t.Errorf("a read has the ended task %+v", r.Task)
	}
}

// TestFollowEnds lists how a wait ends without the money.
func TestFollowEnds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		end   func(t *testing.T, b *buyer, task conversation.Task, ch payment.Charge)
		state conversation.TaskState
		shows string
	}{
		"cancel": {func(_ *testing.T, b *buyer, task conversation.Task, _ payment.Charge) {
			b.must(Cancel{Task: task.ID})
		}, conversation.TaskCanceled, "canceled"},
		"charge expires": {func(t *testing.T, b *buyer, _ conversation.Task, _ payment.Charge) {
			b.clock.Advance(33 * time.Minute)
			b.runJobs(t)
		}, conversation.TaskFailed, "ready_for_complete"},
		"checkout expires": {func(t *testing.T, b *buyer, _ conversation.Task, ch payment.Charge) {
			b.clock.Advance(7 * time.Hour)
			b.runJobs(t)
		}, conversation.TaskFailed, "ready_for_complete"},
		"wrong amount": {func(t *testing.T, b *buyer, _ conversation.Task, ch payment.Charge) {
			b.bank.pay(ch.TXID, "E1", 9999, start)
			if err := b.SettleCharge(t.Context(), ch.TXID); err != nil {
				t.Fatal(err)
			}
		}, conversation.TaskFailed, "ready_for_complete"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newShop(followed).chat(t)
			task, ch := waiting(t, b)
			tt.end(t, b, task, ch)
			wantTask(t, b, task.ID, tt.state, "|1 complete_in_progress|2 "+tt.shows)
			if c := b.read(t, task.Checkout); c.Task != "" {
				t.Error("the ended task still follows")
			}
		})
	}
}

// TestFollowToken: a token payment without a verdict is followed too.
func TestFollowToken(t *testing.T) {
	t.Parallel()
	for verdict, want := range map[payment.Verdict]conversation.TaskState{
		payment.Approved: conversation.TaskCompleted, payment.Declined: conversation.TaskFailed, payment.Challenge: conversation.TaskInputRequired,
	} {
		b := newShop(followed).chat(t)
		b.must(Create{Input: lines(line("jeans", 2))})
		r := b.follow(Complete{Payment: card("timeout_token")})
		if r.Task == nil || r.Task.State != conversation.TaskWorking {
			t.Fatalf("task %+v in %s", r.Task, r.Status)
		}
		b.bank.resolve(verdict)
		b.clock.Advance(time.Minute)
		b.runJobs(t)
		if got, err := b.store.Task(t.Context(), r.Task.ID); err != nil || got.State != want {
			t.Errorf("%s: %s, want %s (%v)", verdict, got.State, want, err)
		}
	}
}

func TestFollowOnlyWhatWaits(t *testing.T) {
	t.Parallel()
	b := newShop(followed).chat(t)
	if r := b.follow(Create{Input: lines(line("jeans", 2))}); r.Task != nil {
		t.Errorf("a task for %s", r.Status)
	}
	if r := b.follow(Complete{Payment: card("ok")}); r.Task != nil {
		t.Errorf("a task for %s", r.Status)
	}
	unasked := newShop(followed).chat(t)
	open(t, unasked)
	if r := unasked.must(payByPix()); r.Task != nil {
		t.Error("a task that nobody asked for")
	}
	// Asked for later, it follows what waits already; asked for twice, it is one.
	first, second := unasked.follow(payByPix()), unasked.follow(payByPix())
	if first.Task == nil || second.Task == nil || first.Task.ID != second.Task.ID || second.Task.Version != 1 {
		t.Errorf("tasks %+v and %+v", first.Task, second.Task)
	}
}

// TestFollowTwice: the context of a task that has ended may open another one.
func TestFollowTwice(t *testing.T) {
	t.Parallel()
	b := newShop(followed).chat(t)
	first, _ := waiting(t, b)
	b.clock.Advance(33 * time.Minute)
	b.runJobs(t)
	r := b.follow(payByPix())
	if r.Task == nil || r.Task.ID == first.ID || r.Task.Context != first.Context {
		t.Fatalf("task %+v after %+v", r.Task, first)
	}
	// The first one's name ends nothing of the second one.
	wantSaid(t, b.do(Cancel{Task: first.ID}).Outcomes[0].Messages, "operation_not_allowed $.status")
	wantTask(t, b, r.Task.ID, conversation.TaskWorking, "|1 complete_in_progress")
}

func TestTaskOver(t *testing.T) {
	t.Parallel()
	b := newShop(followed).chat(t)
	task, _ := waiting(t, b)
	send := func(id string, commands ...Command) (Done, error) {
		r := b.request(commands...)
		r.Key, r.Task = b.key(id), task.ID
		return b.Do(t.Context(), r)
	}
	first, err := send("m1", Cancel{})
	if err != nil || first.Result.Task == nil || first.Result.Task.State != conversation.TaskCanceled {
		t.Fatalf("cancel within the task: %+v, %v", first.Result.Task, err)
	}
	var over *Error
	if _, err := send("m2"); !errors.As(err, &over) || over.Reason != TaskOver {
		t.Errorf("a message to the ended task: %v", err)
	}
	if again, err := send("m1", Cancel{}); err != nil || !again.Replayed || string(again.Reply) != string(first.Reply) {
		t.Errorf("the retry of the message that ended it: %v", err)
	}
	if _, err := b.store.Reply(t.Context(), *b.key("m2")); !errors.Is(err, ErrNotFound) {
		t.Errorf("a refused message left a reply: %v", err)
	}
}

// TestFollowPush: the configuration that comes with the message is stored with its task,
// and only with one that it opens.
func TestFollowPush(t *testing.T) {
	t.Parallel()
	b := newShop(followed).chat(t)
	open(t, b)
	for range 2 {
		r := b.request(payByPix())
		r.Follow, r.Push = true, &conversation.PushConfig{ID: "mine", URL: "https://alice.example/push"}
		if _, err := b.Do(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.store.pushes; len(got) != 1 || got[0].Task == "" || got[0].ID != "mine" || !got[0].CreatedAt.Equal(start) {
		t.Errorf("configurations %+v", got)
	}
}

// TestFollowRace: settlement and cancellation of a followed purchase meet; the task ends
// once, as the checkout did.
func TestFollowRace(t *testing.T) {
	t.Parallel()
	for range 20 {
		b := newShop(followed).chat(t)
		task, ch := waiting(t, b)
		b.bank.pay(ch.TXID, "E1", 10000, start)
		var racing sync.WaitGroup
		racing.Go(func() { _ = b.SettleCharge(t.Context(), ch.TXID) })
		racing.Go(func() { b.do(Cancel{Task: task.ID}) })
		racing.Wait()
		got, err := b.store.Task(t.Context(), task.ID)
		if err != nil {
			t.Fatal(err)
		}
		want := conversation.TaskCanceled
		if b.read(t, task.Checkout).Order != nil {
			want = conversation.TaskCompleted
		}
		if got.State != want || got.Version != 2 {
			t.Fatalf("task %s at version %d, want %s", got.State, got.Version, want)
		}
	}
}

// needsBuyer makes a followed purchase whose card payment needs the buyer, so that the task
// waits for input.
func needsBuyer(t *testing.T, b *buyer) conversation.Task {
	t.Helper()
	b.must(Create{Input: lines(line("jeans", 2))})
	task := *b.follow(Complete{Payment: card("timeout_token")}).Task
	b.bank.resolve(payment.Challenge)
	b.clock.Advance(time.Minute)
	b.runJobs(t)
	return task
}

// TestInputRequired: what the platform does about it is no failure of the task.
func TestInputRequired(t *testing.T) {
	t.Parallel()
	b := newShop(followed).chat(t)
	task := needsBuyer(t, b)
	state := func(want conversation.TaskState) {
		t.Helper()
		if got, err := b.store.Task(t.Context(), task.ID); err != nil || got.State != want {
			t.Errorf("the task is %s, want %s (%v)", got.State, want, err)
		}
	}
	state(conversation.TaskInputRequired)
	b.must(SetQuantity{Item: "jeans", Quantity: 1})
	state(conversation.TaskInputRequired)
	b.must(payByPix())
	state(conversation.TaskWorking)
	b.must(Cancel{Task: task.ID})
	state(conversation.TaskCanceled)
}

// TestCrashInsideTask: a message of a task is taken, the process dies, the jobs end the task
// and the retry gets its answer all the same.
func TestCrashInsideTask(t *testing.T) {
	t.Parallel()
	for n := 1; ; n++ {
		alive := true
		for _, effect := range []bool{false, true} {
			b := newShop(followed).chat(t)
			task := needsBuyer(t, b)
			process := &mortal{memStore: b.store, bank: b.bank, left: n, effect: effect}
			service := *b.Service
			service.Store, service.Payments = process, process
			r := b.request(SetQuantity{Item: "jeans", Quantity: 1}, Complete{Payment: card("ok")})
			r.Key, r.Task = b.key("m1"), task.ID
			_, _ = service.Do(t.Context(), r)
			process.mu.Lock()
			alive = alive && !process.dead
			process.mu.Unlock()
			b.clock.Advance(callLease + time.Second)
			b.bank.resolve(payment.Approved)
			b.runJobs(t)
			done, err := b.Do(t.Context(), r)
			if err != nil || len(done.Reply) == 0 {
				t.Fatalf("operation %d, effect %v: the retry got %v", n, effect, err)
			}
			b.audit(t)
		}
		if alive {
			return
		}
	}
}

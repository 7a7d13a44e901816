package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"balcao/job"
)

// A purchase that waits for Pix is followed from the first answer to the order.
func TestFollowedPurchase(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	task, charge := p.follow()
	if c := task.Artifacts[0].checkout(t); c["status"] != "complete_in_progress" {
		t.Errorf("the artifact shows %v", c["status"])
	}
	if len(task.History) != 1 || strings.Contains(string(task.History[0]), "payment") {
		t.Errorf("history %s", task.History)
	}
	if text := task.Status.Message.Parts[0].Text; !strings.Contains(text, "aguardando o pagamento") {
		t.Errorf("the status says %q", text)
	}
	s := p.subscribe(task.ID)
	if first := s.next(); first.kind() != "task WORKING" || first.Task.ID != task.ID {
		t.Fatalf("the stream begins with %s", first.kind())
	}
	if got := s.header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("Content-Type %q", got)
	}
	shop.settle(charge)
	changed := s.next()
	if changed.kind() != "artifact checkout" {
		t.Fatalf("then came %s", changed.kind())
	}
	c := changed.ArtifactUpdate.Artifact.checkout(t)
	if c["status"] != "completed" || dig(c, "order", "id") == nil {
		t.Errorf("the artifact shows %v, order %v", c["status"], c["order"])
	}
	if got := fmt.Sprint(s.rest()); got != "[status COMPLETED]" {
		t.Errorf("then came %s", got)
	}
	done := p.rpc("GetTask", map[string]any{"id": task.ID}).task()
	if done.Status.State != "TASK_STATE_COMPLETED" || dig(done.Artifacts[0].checkout(t), "order", "id") != dig(c, "order", "id") || len(done.History) != 2 {
		t.Errorf("the task is %s with a history of %d", done.Status.State, len(done.History))
	}
	raw := changed.ArtifactUpdate.Artifact.Parts[0].Data["a2a.bcp.checkout"]
	p.seen["checkout"] = append(p.seen["checkout"], raw)
	if r := p.until("completed"); dig(r.checkout(), "order", "id") != dig(c, "order", "id") {
		t.Error("the checkout has another order than the task")
	}
}

// Every message can be sent as a stream: one that needs no waiting is answered with one
// message, one that does with the task and its moves.
func TestStreamedMessages(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	charge := p.do("start_payment").charge()
	if got := fmt.Sprint(p.openStream(p.configured("SendStreamingMessage", nil, nil, "get_checkout")).rest()); got != "[message]" {
		t.Errorf("a read came as %s", got)
	}
	body := p.configured("SendStreamingMessage", nil, nil, "complete_checkout", payByPix...)
	s := p.openStream(body)
	if first := s.next(); first.kind() != "task WORKING" {
		t.Fatalf("the stream begins with %s", first.kind())
	}
	again := p.openStream(body) // the connection was lost, the same message is sent again
	if first := again.next(); first.kind() != "task WORKING" {
		t.Fatalf("the retry begins with %s", first.kind())
	}
	shop.settle(charge)
	for _, s := range []*stream{s, again} {
		if got := fmt.Sprint(s.rest()); got != "[artifact checkout status COMPLETED]" {
			t.Errorf("then came %s", got)
		}
	}
	if got := fmt.Sprint(p.openStream(body).rest()); got != "[task COMPLETED]" {
		t.Errorf("the retry after the end is %s", got)
	}
	if s := p.openStream(p.configured("SendStreamingMessage", nil, nil, "no_such_action")); s.status != 200 || s.next().code != -32602 {
		t.Error("an error must come as an event")
	}
}

// The rules of the checkout document for taskId: sent back while the task is open, refused
// once it has ended, and the same context opens another one.
func TestTaskRules(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	task, _ := p.follow()
	in := func(task string, more ...any) map[string]any {
		m := map[string]any{"taskId": task}
		for i := 0; i+1 < len(more); i += 2 {
			m[more[i].(string)] = more[i+1]
		}
		return m
	}
	read := p.post(p.configured("SendMessage", nil, in(task.ID), "get_checkout"))
	if read.status() != "complete_in_progress" || !strings.Contains(string(read.Body), `"taskId":"`+task.ID+`"`) {
		t.Errorf("a message of the open task is answered %.300s", read.Body)
	}
	// The task's context is inferred, another one is refused.
	if r := p.post(p.configured("SendMessage", nil, in(task.ID, "contextId", ""), "get_checkout")); r.Message.ContextID != p.Context {
		t.Errorf("without a context it is %q", r.Message.ContextID)
	}
	p.post(p.configured("SendMessage", nil, in(task.ID, "contextId", "other"), "get_checkout")).refused(badMember("message.contextId"))
	p.post(p.configured("SendMessage", nil, in("task_none"), "get_checkout")).refused(rpcRefusal(-32001, "TASK_NOT_FOUND"))
	// A change is refused in a Message, with room for the reason; the task stands.
	r := p.post(p.configured("SendMessage", map[string]any{"returnImmediately": true}, in(task.ID), "apply_discount", "code", "BEMVINDO10"))
	if r.codes()["operation_not_allowed"] == "" {
		t.Errorf("a change within the task is answered %.300s", r.Body)
	}
	cancel := p.configured("SendMessage", nil, in(task.ID), "cancel_checkout")
	ended := p.post(cancel)
	if got := ended.task(); got.ID != task.ID || got.Status.State != "TASK_STATE_CANCELED" || got.Artifacts[0].checkout(t)["status"] != "canceled" {
		t.Errorf("the message that ends the task is answered with one that is %s", got.Status.State)
	}
	p.post(p.configured("SendMessage", nil, in(task.ID), "get_checkout")).refused(rpcRefusal(-32004, "UNSUPPORTED_OPERATION"))
	if again := p.post(cancel); string(again.Body) != string(ended.Body) {
		t.Errorf("its retry is answered %.300s", again.Body)
	}
	p.readyShirts()
	if second, _ := p.follow(); second.ID == task.ID || second.ContextID != task.ContextID {
		t.Errorf("the context %s opened %s after %s", second.ContextID, second.ID, task.ID)
	}
}

func TestCancelTask(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	task, charge := p.follow()
	s := p.subscribe(task.ID)
	s.next()
	for range 2 { // a second time is no error
		got := p.rpc("CancelTask", map[string]any{"id": task.ID}).task()
		if got.Status.State != "TASK_STATE_CANCELED" || got.Artifacts[0].checkout(t)["status"] != "canceled" {
			t.Errorf("canceled: %s", got.Status.State)
		}
	}
	if got := fmt.Sprint(s.rest()); got != "[artifact checkout status CANCELED]" {
		t.Errorf("the stream told %s", got)
	}
	if p.do("get_checkout").status() != "canceled" {
		t.Error("the checkout lives on")
	}
	shop.admin("POST", "/sandbox/charges/"+charge+"/settle", "") // money for it is given back: nothing changes
	p.readyShirts()
	paid, charge := p.follow()
	shop.settle(charge)
	p.until("completed")
	p.rpc("CancelTask", map[string]any{"id": paid.ID}).refused(rpcRefusal(-32002, "TASK_NOT_CANCELABLE"))
	p.rpc("SubscribeToTask", map[string]any{"id": paid.ID}).refused(rpcRefusal(-32004, "UNSUPPORTED_OPERATION"))
}

// A charge that expires ends the wait, not the checkout; the task says why.
func TestTaskExpires(t *testing.T) {
	t.Parallel()
	shop, now := clockedShop(t)
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	task, charge := p.follow()
	now.Advance(33 * time.Minute)
	if _, err := shop.inside.counter.RunJob(t.Context(), job.Job{Kind: job.WatchCharge, Ref: charge}); err != nil {
		t.Fatal(err)
	}
	got := p.rpc("GetTask", map[string]any{"id": task.ID}).task()
	if state := got.Status.State; state != "TASK_STATE_FAILED" || got.Artifacts[0].checkout(t)["status"] != "ready_for_complete" {
		t.Errorf("the task is %s", state)
	}
	if text := got.Status.Message.Parts[0].Text; !strings.Contains(text, "expirou") && !strings.Contains(text, "venceu") {
		t.Errorf("the task says %q", text)
	}
	if second, _ := p.follow(); second.ID == task.ID {
		t.Error("the ended task goes on")
	}
}

// Tasks are listed page by page, latest status first, and only to whom they belong.
func TestListTasks(t *testing.T) {
	t.Parallel()
	shop := startShop(t)
	p, other := shop.agent(t, "platform.json"), shop.agent(t, "platform-checkout.json")
	var want []string
	for i := range 5 {
		p.Context = fmt.Sprintf("ctx-%d", i)
		p.readyShirts()
		task, charge := p.follow()
		if want = append([]string{task.ID}, want...); i == 0 {
			shop.settle(charge)
			p.until("completed")
		}
	}
	want = append(want[4:], want[:4]...) // the settled one moved last, or nearly so
	type page struct {
		Tasks               []map[string]json.RawMessage
		TotalSize, PageSize int
		NextPageToken       *string
	}
	list := func(a *buyerAgent, params map[string]any) (out page) {
		r := a.rpc("ListTasks", params)
		if r.Error != nil || json.Unmarshal([]byte(r.result()), &out) != nil || out.NextPageToken == nil || out.Tasks == nil {
			t.Fatalf("ListTasks(%v) = %.300s", params, r.Body)
		}
		return out
	}
	var got []string
	token := ""
	for pages := 0; ; pages++ {
		page := list(p, map[string]any{"pageSize": 2, "pageToken": token})
		for _, task := range page.Tasks {
			var id string
			_ = json.Unmarshal(task["id"], &id)
			got = append(got, id)
			if task["artifacts"] != nil {
				t.Error("artifacts that nobody asked for")
			}
		}
		if page.TotalSize != 5 || page.PageSize != 2 || pages > 3 {
			t.Fatalf("page %d of %d tasks", pages, page.TotalSize)
		}
		if token = *page.NextPageToken; token == "" {
			break
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
	if n := len(list(p, map[string]any{"status": "TASK_STATE_COMPLETED", "includeArtifacts": true}).Tasks[0]["artifacts"]); n == 0 {
		t.Error("no artifacts, though asked for")
	}
	if n := list(p, map[string]any{"contextId": "ctx-3"}).TotalSize; n != 1 {
		t.Errorf("%d tasks in one context", n)
	}
	if history := list(p, map[string]any{"historyLength": 0}).Tasks[0]["history"]; history != nil {
		t.Errorf("history %s", history)
	}
	for after, want := range map[string]int{"2100-01-01T00:00:00Z": 0, "9999-12-31T23:59:59Z": 0, "2026-01-01T00:00:00-03:00": 5, "0001-01-02T00:00:00Z": 5} {
		if n := list(p, map[string]any{"statusTimestampAfter": after}).TotalSize; n != want {
			t.Errorf("%d tasks after %s, want %d", n, after, want)
		}
	}
	p.rpc("ListTasks", map[string]any{"pageToken": "x"}).refused(badMember("pageToken"))
	if n := list(other, nil).TotalSize; n != 0 {
		t.Errorf("another platform sees %d tasks", n)
	}
	for _, method := range []string{"GetTask", "CancelTask", "SubscribeToTask"} {
		other.rpc(method, map[string]any{"id": want[0]}).refused(rpcRefusal(-32001, "TASK_NOT_FOUND"))
	}
	other.post(other.configured("SendMessage", nil, map[string]any{"taskId": want[0]}, "get_checkout")).refused(rpcRefusal(-32001, "TASK_NOT_FOUND"))
}

// A shop that stops ends its streams at once; the one that starts after it goes on.
func TestStreamAcrossRestart(t *testing.T) {
	t.Parallel()
	listen := "--listen=" + keptAddress(t) // the platform's profile lives there
	dir := t.TempDir()
	shop := startShopIn(t, dir, listen, "--drain=60s")
	p := shop.agent(t, "platform.json")
	p.readyShirts()
	task, charge := p.follow()
	s := p.subscribe(task.ID)
	s.next()
	began := time.Now()
	shop.stop()
	if got := s.rest(); len(got) != 0 {
		t.Errorf("the stop told %v", got)
	}
	if took := time.Since(began); took >= 60*time.Second {
		t.Errorf("the stream held the stop up for %v", took)
	}
	shop = startShopIn(t, dir, listen)
	p.shop = shop
	s = p.subscribe(task.ID)
	if first := s.next(); first.kind() != "task WORKING" {
		t.Fatalf("after the restart the stream begins with %s", first.kind())
	}
	shop.settle(charge)
	if got := fmt.Sprint(s.rest()); got != "[artifact checkout status COMPLETED]" {
		t.Errorf("after the restart came %s", got)
	}
}

package storetest

import (
	"slices"
	"sync"
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
)

// The callers that own what proved, claimed and other own.
var (
	provedCaller  = platform.Caller{Profile: proved.Profile, Authenticated: true}
	claimedCaller = platform.Caller{Profile: claimed.Profile}
	otherCaller   = platform.Caller{Profile: other.Profile, Authenticated: true}
)

func taskVersions(t *testing.T, s Store) {
	first := newTask("task_1", proved, 0)
	second := moved(first, conversation.TaskCompleted, start.Add(time.Second))
	refuse(t, s, checkout.Write{Task: second}, checkout.ErrConflict) // not stored yet
	commit(t, s, checkout.Write{Task: first})
	refuse(t, s, checkout.Write{Task: first}, checkout.ErrConflict) // stored meanwhile
	third := moved(second, conversation.TaskFailed, start)
	refuse(t, s, checkout.Write{Task: third}, checkout.ErrConflict) // a version left out
	equal(t, "stored", must[conversation.Task](t)(s.Task(t.Context(), "task_1")), *first)
	commit(t, s, checkout.Write{Task: second})
	refuse(t, s, checkout.Write{Task: second}, checkout.ErrConflict) // a version too late
	equal(t, "moved", must[conversation.Task](t)(s.Task(t.Context(), "task_1")), *second)

	won := race(t, 16, checkout.ErrConflict, func(i int) error {
		return s.Commit(t.Context(), checkout.Write{Task: moved(second, conversation.TaskFailed, start.Add(time.Duration(i)))})
	})
	equal(t, "winners", won, int64(1))
}

// All members come back as they were, and the owner may change as its checkout's does.
func taskRoundTrip(t *testing.T, s Store) {
	task := newTask("task_1", claimed, time.Hour)
	task.Body = []byte("\x00\xff{}")
	commit(t, s, checkout.Write{Task: task})
	equal(t, "first", must[conversation.Task](t)(s.Task(t.Context(), task.ID)), *task)
	taken := moved(task, conversation.TaskCanceled, start)
	taken.Owner, taken.Body = proved, []byte("other")
	commit(t, s, checkout.Write{Task: taken})
	equal(t, "taken over", must[conversation.Task](t)(s.Task(t.Context(), task.ID)), *taken)
	equal(t, "hidden now", listed(t, s, conversation.TaskQuery{Caller: claimedCaller}), []ids.Task(nil))

	bare := &conversation.Task{ID: "task_2", Owner: other, Version: 1, State: conversation.TaskSubmitted, CreatedAt: start, StatusAt: start}
	commit(t, s, checkout.Write{Task: bare}) // follows no checkout, shows nothing
	got := must[conversation.Task](t)(s.Task(t.Context(), bare.ID))
	equal(t, "body", len(got.Body), 0)
	got.Body = nil
	equal(t, "bare", got, *bare)
	commit(t, s, checkout.Write{Task: moved(bare, conversation.TaskWorking, start)})
}

// listed returns the ids of all that a query selects, by one page.
func listed(t *testing.T, s Store, q conversation.TaskQuery) []ids.Task {
	t.Helper()
	q.Limit = 100
	page := must[conversation.TaskPage](t)(s.Tasks(t.Context(), q))
	if page.Total != len(page.Tasks) || page.More {
		t.Errorf("%d tasks on a page with total %d, more %v", len(page.Tasks), page.Total, page.More)
	}
	return idsOf(page.Tasks)
}

func idsOf(tasks []conversation.Task) []ids.Task {
	var out []ids.Task
	for _, task := range tasks {
		out = append(out, task.ID)
	}
	return out
}

func taskOwners(t *testing.T, s Store) {
	for _, task := range []*conversation.Task{
		newTask("proved", proved, 3), newTask("claimed", claimed, 2), newTask("other", other, 1),
		newTask("nobody", platform.Owner{}, 0), // cannot be, and is not shown
	} {
		commit(t, s, checkout.Write{Task: task})
	}
	for _, c := range []struct {
		name   string
		caller platform.Caller
		want   []ids.Task
	}{
		{"authenticated", provedCaller, []ids.Task{"claimed", "proved"}},
		{"unauthenticated", claimedCaller, []ids.Task{"claimed"}},
		{"another platform", otherCaller, []ids.Task{"other"}},
		{"the other unauthenticated", platform.Caller{Profile: other.Profile}, nil},
		{"unknown platform", platform.Caller{Profile: "https://unknown.example/", Authenticated: true}, nil},
		{"nobody", platform.Caller{}, nil},
		{"nobody, authenticated", platform.Caller{Authenticated: true}, nil},
	} {
		equal(t, c.name, listed(t, s, conversation.TaskQuery{Caller: c.caller}), c.want)
	}
	one := must[conversation.TaskPage](t)(s.Tasks(t.Context(), conversation.TaskQuery{Caller: claimedCaller, Limit: 1}))
	equal(t, "a page of one", one, conversation.TaskPage{Tasks: []conversation.Task{*newTask("claimed", claimed, 2)}, Total: 1})
}

func taskFilters(t *testing.T, s Store) {
	add := func(id ids.Task, owner platform.Owner, context ids.Context, state conversation.TaskState, age time.Duration) {
		task := newTask(id, owner, age)
		task.Context, task.State = context, state
		commit(t, s, checkout.Write{Task: task})
	}
	add("a", proved, "one", conversation.TaskWorking, 3*time.Second)
	add("b", proved, "two", conversation.TaskCompleted, 2*time.Second)
	add("c", claimed, "one", conversation.TaskCompleted, time.Second)
	add("d", other, "one", conversation.TaskCompleted, 0) // never shown here
	for _, c := range []struct {
		name string
		q    conversation.TaskQuery
		want []ids.Task
	}{
		{"none", conversation.TaskQuery{}, []ids.Task{"c", "b", "a"}},
		{"context", conversation.TaskQuery{Context: "one"}, []ids.Task{"c", "a"}},
		{"unknown context", conversation.TaskQuery{Context: "three"}, nil},
		{"state", conversation.TaskQuery{State: conversation.TaskCompleted}, []ids.Task{"c", "b"}},
		{"context and state", conversation.TaskQuery{Context: "one", State: conversation.TaskWorking}, []ids.Task{"a"}},
		{"since", conversation.TaskQuery{Since: start.Add(-2 * time.Second)}, []ids.Task{"c", "b"}},
		{"since a moment later", conversation.TaskQuery{Since: start.Add(-2*time.Second + 1)}, []ids.Task{"c"}},
		{"since the end", conversation.TaskQuery{Since: start}, nil},
		{"all three", conversation.TaskQuery{Context: "one", State: conversation.TaskCompleted, Since: start.Add(-time.Hour)}, []ids.Task{"c"}},
	} {
		c.q.Caller = provedCaller
		equal(t, c.name, listed(t, s, c.q), c.want)
		c.q.Caller = claimedCaller
		want := slices.DeleteFunc(slices.Clone(c.want), func(id ids.Task) bool { return id != "c" })
		equal(t, c.name+", unauthenticated", len(listed(t, s, c.q)), len(want))
	}
}

// pages reads a list to its end. Before each page but the first it calls between.
func pages(t *testing.T, s Store, q conversation.TaskQuery, total int, between func()) []ids.Task {
	t.Helper()
	var seen []ids.Task
	for {
		page := must[conversation.TaskPage](t)(s.Tasks(t.Context(), q))
		equal(t, "total", page.Total, total)
		if len(page.Tasks) > q.Limit || page.More && len(page.Tasks) < q.Limit {
			t.Fatalf("a page of %d with limit %d, more %v", len(page.Tasks), q.Limit, page.More)
		}
		seen = append(seen, idsOf(page.Tasks)...)
		if !page.More {
			return seen
		}
		if len(seen) > total {
			t.Fatalf("%d tasks on the pages, there are %d", len(seen), total)
		}
		last := page.Tasks[len(page.Tasks)-1]
		q.After = &conversation.TaskMark{StatusAt: last.StatusAt, ID: last.ID}
		between()
	}
}

// Latest first, and by id where several got their state at once: no task is left out or
// shown twice, wherever a page ends.
func taskPages(t *testing.T, s Store) {
	var want []ids.Task
	for _, group := range []struct {
		age time.Duration
		ids []ids.Task
	}{{0, []ids.Task{"g", "k"}}, {1, []ids.Task{"a", "b", "c", "d", "e"}}, {time.Hour, []ids.Task{"f"}}, {2 * time.Hour, []ids.Task{"0", "z"}}} {
		for _, id := range slices.Backward(group.ids) {
			commit(t, s, checkout.Write{Task: newTask(id, proved, group.age)})
		}
		want = append(want, group.ids...)
	}
	commit(t, s, checkout.Write{Task: newTask("other", other, 0)})
	for limit := 1; limit <= len(want)+1; limit++ {
		equal(t, name("by", limit), pages(t, s, conversation.TaskQuery{Caller: provedCaller, Limit: limit}, len(want), func() {}), want)
	}
	filtered := conversation.TaskQuery{Caller: provedCaller, Context: "ctx", State: conversation.TaskWorking, Since: start.Add(-1), Limit: 2}
	equal(t, "filtered", pages(t, s, filtered, 7, func() {}), want[:7])

	for _, limit := range []int{0, -1} {
		page := must[conversation.TaskPage](t)(s.Tasks(t.Context(), conversation.TaskQuery{Caller: provedCaller, Limit: limit}))
		equal(t, "no limit", len(page.Tasks), 0)
	}
	beyond := conversation.TaskQuery{Caller: provedCaller, Limit: 5, After: &conversation.TaskMark{StatusAt: start.Add(-time.Hour * 24), ID: "gone"}}
	equal(t, "beyond the end", must[conversation.TaskPage](t)(s.Tasks(t.Context(), beyond)), conversation.TaskPage{Total: len(want)})
}

// Tasks that move while somebody reads the pages come first in the list; those that stay
// are all shown, each once.
func taskPagesMoving(t *testing.T, s Store) {
	const n = 60
	var still []ids.Task
	var moving []*conversation.Task
	for i := range n {
		task := newTask(ids.Task(name("task", i)), proved, time.Duration(i/4)) // four at a time
		commit(t, s, checkout.Write{Task: task})
		if i%3 == 0 {
			moving = append(moving, task)
		} else {
			still = append(still, task.ID)
		}
	}
	round := 0
	seen := pages(t, s, conversation.TaskQuery{Caller: provedCaller, Limit: 7}, n, func() {
		round++
		var all sync.WaitGroup
		for i, task := range moving {
			moving[i] = moved(task, conversation.TaskWorking, start.Add(time.Duration(round)))
			all.Go(func() {
				if err := s.Commit(t.Context(), checkout.Write{Task: moving[i]}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	})
	times := map[ids.Task]int{}
	for _, id := range seen {
		times[id]++
	}
	for _, id := range still {
		if times[id] != 1 {
			t.Errorf("%s was shown %d times", id, times[id])
		}
	}
}

package storetest

import (
	"testing"
	"time"

	"balcao/checkout"
	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
)

func save(t *testing.T, s Store, c *conversation.PushConfig, want bool) {
	t.Helper()
	equal(t, "saved "+c.ID, must[bool](t)(s.SavePushConfig(t.Context(), owning, *c)), want)
}

// owning is who the tests' tasks belong to, proved or claimed.
var owning = platform.Caller{Profile: proved.Profile, Authenticated: true}

// Only who sees a task may have it pushed, also if that changed after he looked.
func pushConfigOwner(t *testing.T, s Store) {
	task := newTask("task_1", proved, 0)
	commit(t, s, checkout.Write{Task: task})
	for name, caller := range map[string]platform.Caller{
		"unproved": {Profile: proved.Profile}, "another": {Profile: other.Profile, Authenticated: true}, "nobody": {},
	} {
		equal(t, name, must[bool](t)(s.SavePushConfig(t.Context(), caller, *newPush("task_1", "p"))), false)
	}
	equal(t, "none", len(configs(t, s, "task_1")), 0)
}

func configs(t *testing.T, s Store, task ids.Task) []conversation.PushConfig {
	t.Helper()
	return must[[]conversation.PushConfig](t)(s.PushConfigs(t.Context(), task))
}

func pushConfigs(t *testing.T, s Store) {
	ctx, none := t.Context(), []conversation.PushConfig(nil)
	save(t, s, newPush("task_none", "p"), false)
	equal(t, "of no task", configs(t, s, "task_none"), none)

	first := newTask("task_1", proved, 0)
	commit(t, s, checkout.Write{Task: first})
	commit(t, s, checkout.Write{Task: moved(first, conversation.TaskInputRequired, start)})
	commit(t, s, checkout.Write{Task: newTask("task_2", proved, 0)})
	equal(t, "none", configs(t, s, "task_1"), none)
	b, a := newPush("task_1", "b"), newPush("task_1", "a")
	*a = conversation.PushConfig{Task: a.Task, ID: a.ID, URL: "https://x.example/", CreatedAt: start.Add(1), Sent: 99}
	save(t, s, b, true)
	save(t, s, a, true)
	save(t, s, newPush("task_2", "a"), true)
	a.Sent, b.Sent = 2, 2 // whatever they said: only later moves are told
	equal(t, "by id", configs(t, s, "task_1"), []conversation.PushConfig{*a, *b})
	equal(t, "the other task's", len(configs(t, s, "task_2")), 1)

	b.URL, b.Token, b.Scheme, b.Credentials, b.CreatedAt = "https://y.example/", "t", "Basic", "c", start.Add(time.Hour)
	save(t, s, b, true)
	equal(t, "replaced", configs(t, s, "task_1"), []conversation.PushConfig{*a, *b})
	third := moved(first, conversation.TaskWorking, start)
	third.Version = 3
	commit(t, s, checkout.Write{Task: third})
	save(t, s, b, true)
	equal(t, "still owed version 3", configs(t, s, "task_1"), []conversation.PushConfig{*a, *b})

	for range 2 { // the second time it is gone
		must[struct{}](t)(struct{}{}, s.DeletePushConfig(ctx, "task_1", "a"))
		equal(t, "without a", configs(t, s, "task_1"), []conversation.PushConfig{*b})
	}
	must[struct{}](t)(struct{}{}, s.DeletePushConfig(ctx, "task_none", "a"))
	equal(t, "the other task's, still", len(configs(t, s, "task_2")), 1)
}

func pushConfigLimit(t *testing.T, s Store) {
	commit(t, s, checkout.Write{Task: newTask("task_1", proved, 0)})
	for i := range conversation.MaxPushConfigs {
		save(t, s, newPush("task_1", name("p", i)), true)
	}
	save(t, s, newPush("task_1", "more"), false)
	equal(t, "stored", len(configs(t, s, "task_1")), conversation.MaxPushConfigs)
	again := newPush("task_1", name("p", 3))
	again.URL = "https://replaced.example/"
	save(t, s, again, true)
	equal(t, "replaced", configs(t, s, "task_1")[3].URL, again.URL)
	must[struct{}](t)(struct{}{}, s.DeletePushConfig(t.Context(), "task_1", "p_0"))
	save(t, s, newPush("task_1", "more"), true)

	commit(t, s, checkout.Write{Task: newTask("task_2", proved, 0)})
	tasks(t, 4*conversation.MaxPushConfigs, func(i int) error {
		_, err := s.SavePushConfig(t.Context(), owning, *newPush("task_2", name("p", i)))
		return err
	})
	equal(t, "saved at once", len(configs(t, s, "task_2")), conversation.MaxPushConfigs)
}

// Who is to be told is stored with the task, or neither is.
func pushOfNewTask(t *testing.T, s Store) {
	commit(t, s, checkout.Write{Checkout: newCheckout("chk_1")})
	w := checkout.Write{Checkout: newCheckout("chk_1"), Task: newTask("task_1", proved, 0), Push: newPush("task_1", "p")}
	refuse(t, s, w, checkout.ErrConflict)
	_, err := s.Task(t.Context(), "task_1")
	missing(t, "task of a write that lost", err)
	equal(t, "its push configs", len(configs(t, s, "task_1")), 0)

	w.Checkout = at(w.Checkout, 2, 2)
	commit(t, s, w)
	w.Push.Sent = 1
	equal(t, "stored", configs(t, s, "task_1"), []conversation.PushConfig{*w.Push})
}

// What was delivered is never owed again, and what moves later is.
func pushedVersions(t *testing.T, s Store) {
	ctx := t.Context()
	commit(t, s, checkout.Write{Task: newTask("task_1", proved, 0), Push: newPush("task_1", "a")})
	save(t, s, newPush("task_1", "b"), true)
	for _, c := range []struct{ mark, want int64 }{{3, 3}, {2, 3}, {3, 3}, {0, 3}, {4, 4}} {
		must[struct{}](t)(struct{}{}, s.MarkPushed(ctx, "task_1", "a", c.mark))
		got := configs(t, s, "task_1")
		equal(t, "marked", got[0].Sent, c.want)
		equal(t, "the other", got[1].Sent, int64(1))
	}
	must[struct{}](t)(struct{}{}, s.MarkPushed(ctx, "task_1", "none", 2))
	must[struct{}](t)(struct{}{}, s.MarkPushed(ctx, "task_none", "a", 2))
	equal(t, "still two", len(configs(t, s, "task_1")), 2)
}

// Once a platform has proved itself, the task tells nothing more to whoever only named it.
func pushOfTakenTask(t *testing.T, s Store) {
	for i, c := range []struct {
		before, after platform.Owner
		kept          int
	}{{claimed, proved, 0}, {claimed, claimed, 1}, {proved, proved, 1}} {
		task := newTask(ids.Task(name("task", i)), c.before, 0)
		commit(t, s, checkout.Write{Task: task, Push: newPush(task.ID, "p")})
		next := moved(task, conversation.TaskCompleted, start)
		next.Owner = c.after
		late := *next
		late.Version++
		refuse(t, s, checkout.Write{Task: &late}, checkout.ErrConflict)
		equal(t, "kept by a write that lost", len(configs(t, s, task.ID)), 1)
		commit(t, s, checkout.Write{Task: next})
		equal(t, name("kept", i), len(configs(t, s, task.ID)), c.kept)
	}
}

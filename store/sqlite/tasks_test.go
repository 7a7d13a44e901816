package sqlite

import (
	"strings"
	"testing"
	"time"

	"balcao/conversation"
	"balcao/platform"
)

// Lists and counts of tasks run along an index: no table is read through, nothing is
// sorted, and a count does not touch the table at all.
func TestTaskQueryPlans(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir())
	defer s.Close()
	plan := func(query string, args []any) string {
		t.Helper()
		found, err := s.reader.rows(t.Context(), `EXPLAIN QUERY PLAN `+query, args...)
		if err != nil {
			t.Fatal(err)
		}
		defer found.Close()
		var steps []string
		for found.Next() {
			var id, parent, unused int
			var step string
			if err := found.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			steps = append(steps, step)
		}
		if err := found.Err(); err != nil {
			t.Fatal(err)
		}
		return strings.Join(steps, "; ")
	}
	now := time.Now()
	after := &conversation.TaskMark{StatusAt: now, ID: "task"}
	for name, c := range map[string]struct {
		q            conversation.TaskQuery
		index, bound string
	}{
		"all":              {conversation.TaskQuery{}, "tasks_of_owner", "(owner=?)"},
		"state":            {conversation.TaskQuery{State: conversation.TaskWorking}, "tasks_of_owner", "(owner=?)"},
		"since":            {conversation.TaskQuery{Since: now}, "tasks_of_owner", "(owner=? AND status_at>?)"},
		"after":            {conversation.TaskQuery{After: after}, "tasks_of_owner", "(owner=? AND status_at<?)"},
		"since and after":  {conversation.TaskQuery{Since: now, After: after}, "tasks_of_owner", "(owner=? AND status_at>? AND status_at<?)"},
		"context":          {conversation.TaskQuery{Context: "c"}, "tasks_of_context", "(owner=? AND context=?)"},
		"context to after": {conversation.TaskQuery{Context: "c", After: after}, "tasks_of_context", "(owner=? AND context=? AND status_at<?)"},
	} {
		for _, authenticated := range []bool{true, false} {
			c.q.Caller, c.q.Limit = platform.Caller{Profile: "p", Authenticated: authenticated}, 10
			if got, want := plan(pageOfTasks(c.q)), "SEARCH tasks USING INDEX "+c.index+" "+c.bound; got != want {
				t.Errorf("%s: page by %q, want %q", name, got, want)
			}
			if got := plan(countTasks(c.q)); !strings.HasPrefix(got, "SEARCH tasks USING COVERING INDEX ") || strings.Contains(got, ";") {
				t.Errorf("%s: count by %q", name, got)
			}
		}
	}
	for _, query := range []string{`SELECT sent FROM push_configs WHERE task = ? ORDER BY id`, `SELECT id FROM tasks WHERE status_at < ? ORDER BY status_at, id LIMIT 500`} {
		if got := plan(query, []any{1}); strings.Contains(got, "SCAN") || strings.Contains(got, "TEMP B-TREE") {
			t.Errorf("%s: %q", query, got)
		}
	}
}

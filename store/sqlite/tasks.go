package sqlite

import (
	"context"
	"fmt"
	"time"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/store/rows"
)

const taskColumns = `id, owner, authenticated, context, checkout, version, state, created_at, status_at, body`

// Task returns a task, checkout.ErrNotFound if there is none.
func (s *Store) Task(ctx context.Context, id ids.Task) (conversation.Task, error) {
	t, err := scanTask(s.reader.row(ctx, `SELECT `+taskColumns+` FROM tasks WHERE id = ?`, string(id)))
	if err != nil {
		return conversation.Task{}, readError("task", err)
	}
	return t, nil
}

func scanTask(row scanner) (conversation.Task, error) {
	var t conversation.Task
	var created, status int64
	err := row.Scan(&t.ID, &t.Owner.Profile, &t.Owner.Authenticated, &t.Context, &t.Checkout, &t.Version, &t.State, &created, &status, &t.Body)
	t.CreatedAt, t.StatusAt = rows.Time(created), rows.Time(status)
	return t, err
}

// where is the part of a query that says which tasks it means. Conditions that are not
// wanted are left out, so that what is left finds its index.
func where(q conversation.TaskQuery) (sql string, args []any) {
	sql, args = ` FROM tasks WHERE owner = ?`, []any{q.Caller.Profile}
	add := func(condition string, values ...any) {
		sql += " AND " + condition
		args = append(args, values...)
	}
	if !q.Caller.Authenticated {
		add(`NOT authenticated`)
	}
	if q.Context != "" {
		add(`context = ?`, string(q.Context))
	}
	if q.State != "" {
		add(`state = ?`, string(q.State))
	}
	if !q.Since.IsZero() {
		add(`status_at >= ?`, rows.Nanos(q.Since))
	}
	return sql, args
}

// countTasks is the query for how many tasks are meant, whatever the page.
func countTasks(q conversation.TaskQuery) (query string, args []any) {
	sql, args := where(q)
	return `SELECT count(*)` + sql, args
}

// pageOfTasks is the query for a page and one task more.
func pageOfTasks(q conversation.TaskQuery) (query string, args []any) {
	sql, args := where(q)
	if q.After != nil {
		at := rows.Nanos(q.After.StatusAt)
		sql += ` AND status_at <= ? AND (status_at < ? OR id > ?)` // the first condition is for the index
		args = append(args, at, at, string(q.After.ID))
	}
	return `SELECT ` + taskColumns + sql + ` ORDER BY status_at DESC, id LIMIT ?`, append(args, q.Limit+1)
}

// Tasks lists the tasks that the caller may see, latest status first.
func (s *Store) Tasks(ctx context.Context, q conversation.TaskQuery) (conversation.TaskPage, error) {
	if q.Caller.Nobody() || q.Limit < 1 {
		return conversation.TaskPage{}, nil
	}
	var page conversation.TaskPage
	query, args := countTasks(q)
	if err := s.reader.row(ctx, query, args...).Scan(&page.Total); err != nil {
		return conversation.TaskPage{}, readError("tasks", err)
	}
	query, args = pageOfTasks(q)
	found, err := s.reader.rows(ctx, query, args...)
	if err != nil {
		return conversation.TaskPage{}, readError("tasks", err)
	}
	defer found.Close()
	for found.Next() {
		t, err := scanTask(found)
		if err != nil {
			return conversation.TaskPage{}, readError("tasks", err)
		}
		page.Tasks = append(page.Tasks, t)
	}
	if err := found.Err(); err != nil {
		return conversation.TaskPage{}, readError("tasks", err)
	}
	if page.More = len(page.Tasks) > q.Limit; page.More {
		page.Tasks = page.Tasks[:q.Limit]
	}
	return page, nil
}

func (t *tx) writeTask(task *conversation.Task) error {
	body := task.Body
	if body == nil {
		body = []byte{} // a nil slice would be NULL
	}
	if task.Version == 1 {
		return t.must("task", `INSERT INTO tasks (`+taskColumns+`) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			string(task.ID), task.Owner.Profile, task.Owner.Authenticated, string(task.Context), string(task.Checkout),
			string(task.State), rows.Nanos(task.CreatedAt), rows.Nanos(task.StatusAt), body)
	}
	if task.Owner.Authenticated {
		// Who only named the platform asked to be told, and is told nothing that is proven.
		if _, err := t.exec(`DELETE FROM push_configs WHERE task = ?1 AND EXISTS (SELECT 1 FROM tasks WHERE id = ?1 AND NOT authenticated)`,
			string(task.ID)); err != nil {
			return fmt.Errorf("sqlite: delete push configs: %w", err)
		}
	}
	return t.must("task", `UPDATE tasks SET owner = ?, authenticated = ?, version = ?, state = ?, status_at = ?, body = ?
		WHERE id = ? AND version = ?`,
		task.Owner.Profile, task.Owner.Authenticated, task.Version, string(task.State), rows.Nanos(task.StatusAt), body,
		string(task.ID), task.Version-1)
}

// PurgeTasks forgets the tasks that got their state before the given time, with their push
// configurations, and returns how many. What was forgotten before an error stays
// forgotten.
func (s *Store) PurgeTasks(ctx context.Context, before time.Time) (int, error) {
	const old = `(SELECT id FROM tasks WHERE status_at < ?1 ORDER BY status_at, id LIMIT ?2)`
	return s.purge(ctx, "tasks", before, func(t *tx, before int64) (int64, error) {
		if _, err := t.exec(`DELETE FROM push_configs WHERE task IN `+old, before, purgeBatch); err != nil {
			return 0, err
		}
		return t.exec(`DELETE FROM tasks WHERE id IN `+old, before, purgeBatch)
	})
}

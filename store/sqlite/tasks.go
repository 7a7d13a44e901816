package sqlite

import (
	"context"
	"database/sql"
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

// selected is the part of a query that says which tasks it means. An empty filter is
// bound as NULL, which selects nothing out.
const selected = ` FROM tasks WHERE owner = ?1 AND (?2 OR NOT authenticated)
	AND (?3 IS NULL OR context = ?3) AND (?4 IS NULL OR state = ?4) AND (?5 IS NULL OR status_at >= ?5)`

// Tasks lists the tasks that the caller may see, latest status first.
func (s *Store) Tasks(ctx context.Context, q conversation.TaskQuery) (conversation.TaskPage, error) {
	if q.Caller.Nobody() || q.Limit < 1 {
		return conversation.TaskPage{}, nil
	}
	filter := []any{
		q.Caller.Profile, q.Caller.Authenticated, text(string(q.Context)), text(string(q.State)),
		sql.NullInt64{Int64: rows.Nanos(q.Since), Valid: !q.Since.IsZero()},
	}
	var page conversation.TaskPage
	if err := s.reader.row(ctx, `SELECT count(*)`+selected, filter...).Scan(&page.Total); err != nil {
		return conversation.TaskPage{}, readError("tasks", err)
	}
	where, args := "", append(filter, q.Limit+1)
	if q.After != nil {
		where = ` AND (status_at < ?7 OR status_at = ?7 AND id > ?8)`
		args = append(args, rows.Nanos(q.After.StatusAt), string(q.After.ID))
	}
	found, err := s.reader.rows(ctx, `SELECT `+taskColumns+selected+where+` ORDER BY status_at DESC, id LIMIT ?6`, args...)
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

// text is a filter's value, NULL for none.
func text(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }

func (t *tx) writeTask(task *conversation.Task) error {
	if task.Version == 1 {
		return t.must("task", `INSERT INTO tasks (`+taskColumns+`) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			string(task.ID), task.Owner.Profile, task.Owner.Authenticated, string(task.Context), string(task.Checkout),
			string(task.State), rows.Nanos(task.CreatedAt), rows.Nanos(task.StatusAt), task.Body)
	}
	return t.must("task", `UPDATE tasks SET owner = ?, authenticated = ?, version = ?, state = ?, status_at = ?, body = ?
		WHERE id = ? AND version = ?`,
		task.Owner.Profile, task.Owner.Authenticated, task.Version, string(task.State), rows.Nanos(task.StatusAt), task.Body,
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

// PushConfigs lists the push configurations of a task, by id.
func (s *Store) PushConfigs(ctx context.Context, task ids.Task) ([]conversation.PushConfig, error) {
	found, err := s.reader.rows(ctx, `SELECT id, url, token, scheme, credentials, created_at, sent FROM push_configs
		WHERE task = ? ORDER BY id`, string(task))
	if err != nil {
		return nil, readError("push configs", err)
	}
	defer found.Close()
	var out []conversation.PushConfig
	for found.Next() {
		c := conversation.PushConfig{Task: task}
		var created int64
		if err := found.Scan(&c.ID, &c.URL, &c.Token, &c.Scheme, &c.Credentials, &created, &c.Sent); err != nil {
			return nil, readError("push configs", err)
		}
		c.CreatedAt = rows.Time(created)
		out = append(out, c)
	}
	if err := found.Err(); err != nil {
		return nil, readError("push configs", err)
	}
	return out, nil
}

// SavePushConfig stores a push configuration, in place of one with the same id. It starts
// with what the task is now: only later moves are told. It returns false, storing nothing,
// if there is no such task or the task has its most configurations.
func (s *Store) SavePushConfig(ctx context.Context, c conversation.PushConfig) (saved bool, err error) {
	err = s.writer.do(ctx, func(t *tx) error {
		saved, err = t.writePushConfig(c)
		return err
	})
	return saved, err
}

func (t *tx) writePushConfig(c conversation.PushConfig) (bool, error) {
	n, err := t.exec(`INSERT INTO push_configs (task, id, url, token, scheme, credentials, created_at, sent)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, version FROM tasks WHERE id = ?1
		AND (SELECT count(*) FROM push_configs WHERE task = ?1 AND id <> ?2) < ?8
		ON CONFLICT DO UPDATE SET url = ?3, token = ?4, scheme = ?5, credentials = ?6, created_at = ?7, sent = excluded.sent`,
		string(c.Task), c.ID, c.URL, c.Token, c.Scheme, c.Credentials, rows.Nanos(c.CreatedAt), conversation.MaxPushConfigs)
	if err != nil {
		return false, fmt.Errorf("sqlite: write push config: %w", err)
	}
	return n > 0, nil
}

// DeletePushConfig takes a push configuration away; one that is not there is no error.
func (s *Store) DeletePushConfig(ctx context.Context, task ids.Task, id string) error {
	return s.writer.do(ctx, func(t *tx) error {
		if _, err := t.exec(`DELETE FROM push_configs WHERE task = ? AND id = ?`, string(task), id); err != nil {
			return fmt.Errorf("sqlite: delete push config: %w", err)
		}
		return nil
	})
}

// MarkPushed remembers that a version of the task was delivered.
func (s *Store) MarkPushed(ctx context.Context, task ids.Task, id string, version int64) error {
	return s.writer.do(ctx, func(t *tx) error {
		if _, err := t.exec(`UPDATE push_configs SET sent = max(sent, ?3) WHERE task = ?1 AND id = ?2`, string(task), id, version); err != nil {
			return fmt.Errorf("sqlite: mark pushed: %w", err)
		}
		return nil
	})
}

package sqlite

import (
	"context"
	"fmt"

	"balcao/conversation"
	"balcao/internal/ids"
	"balcao/platform"
	"balcao/store/rows"
)

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
// if the caller sees no such task or the task has its most configurations.
func (s *Store) SavePushConfig(ctx context.Context, caller platform.Caller, c conversation.PushConfig) (saved bool, err error) {
	err = s.writer.do(ctx, func(t *tx) error {
		saved, err = t.writePushConfig(caller.Owner(), c)
		return err
	})
	return saved, err
}

func (t *tx) writePushConfig(by platform.Owner, c conversation.PushConfig) (bool, error) {
	n, err := t.exec(`INSERT INTO push_configs (task, id, url, token, scheme, credentials, created_at, sent)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, version FROM tasks WHERE id = ?1 AND owner = ?9 AND (?10 OR NOT authenticated)
		AND (SELECT count(*) FROM push_configs WHERE task = ?1 AND id <> ?2) < ?8
		ON CONFLICT DO UPDATE SET url = ?3, token = ?4, scheme = ?5, credentials = ?6, created_at = ?7`,
		string(c.Task), c.ID, c.URL, c.Token, c.Scheme, c.Credentials, rows.Nanos(c.CreatedAt), conversation.MaxPushConfigs,
		by.Profile, by.Authenticated)
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

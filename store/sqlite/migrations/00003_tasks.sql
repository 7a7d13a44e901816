-- +goose Up
-- What platforms follow. Columns are what lists and their cursors need.
CREATE TABLE tasks (
  id            TEXT PRIMARY KEY,
  owner         TEXT NOT NULL,
  authenticated INTEGER NOT NULL,
  context       TEXT NOT NULL,
  checkout      TEXT NOT NULL,
  version       INTEGER NOT NULL,
  state         TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  status_at     INTEGER NOT NULL,
  body          BLOB NOT NULL
) STRICT;
-- authenticated and state stand at the end so that tasks are counted from the index alone.
CREATE INDEX tasks_of_owner ON tasks (owner, status_at DESC, id, authenticated, state);
CREATE INDEX tasks_of_context ON tasks (owner, context, status_at DESC, id, authenticated, state);
CREATE INDEX tasks_by_age ON tasks (status_at, id);

-- Where platforms want to be told of a task. sent is the task's version last delivered.
CREATE TABLE push_configs (
  task        TEXT NOT NULL REFERENCES tasks (id),
  id          TEXT NOT NULL,
  url         TEXT NOT NULL,
  token       TEXT NOT NULL,
  scheme      TEXT NOT NULL,
  credentials TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  sent        INTEGER NOT NULL,
  PRIMARY KEY (task, id)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE push_configs;
DROP TABLE tasks;

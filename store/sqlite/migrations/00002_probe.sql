-- +goose Up
-- One row that readiness probes change: only a write tells a full or read-only disk.
CREATE TABLE probe (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  body BLOB NOT NULL
) STRICT;

-- +goose Down
DROP TABLE probe;

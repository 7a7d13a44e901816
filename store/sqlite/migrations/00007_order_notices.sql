-- +goose Up
-- What platforms are still owed of their orders, each version by itself. A row goes when the
-- platform has taken it. body is the order's row of that version. Times are as everywhere;
-- next_at is when it may be tried. A dead one waits for the staff.
CREATE TABLE order_notices (
  order_id  TEXT NOT NULL REFERENCES orders (id),
  version   INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  queued_at INTEGER NOT NULL,
  next_at   INTEGER NOT NULL,
  dead      INTEGER NOT NULL,
  tries     INTEGER NOT NULL,
  tried_at  INTEGER NOT NULL,
  status    INTEGER NOT NULL,
  failure   TEXT NOT NULL,
  body      BLOB NOT NULL,
  PRIMARY KEY (order_id, version)
) STRICT;
CREATE INDEX order_notices_dead ON order_notices (tried_at) WHERE dead;

-- +goose Down
DROP TABLE order_notices;

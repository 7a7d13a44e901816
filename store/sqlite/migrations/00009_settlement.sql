-- +goose Up
-- Every payment that came for a charge, so that none counts for two. Those of before are in
-- the rows of their checkouts.
CREATE TABLE receipts (
  end_to_end_id TEXT PRIMARY KEY,
  checkout      TEXT NOT NULL REFERENCES checkouts (id)
) STRICT, WITHOUT ROWID;
INSERT INTO receipts (end_to_end_id, checkout)
  SELECT json_extract(r.value, '$.EndToEndID'), c.id
  FROM checkouts c, json_each(CAST(c.body AS TEXT), '$.v.Receipts') r
  WHERE json_extract(r.value, '$.EndToEndID') IS NOT NULL
  ON CONFLICT DO NOTHING;

-- Money that no charge asked for. closed_at is when the staff had dealt with it.
CREATE TABLE unmatched_payments (
  end_to_end_id TEXT PRIMARY KEY,
  txid          TEXT NOT NULL,
  amount        INTEGER NOT NULL,
  returned      INTEGER NOT NULL,
  paid_at       INTEGER NOT NULL,
  found_at      INTEGER NOT NULL,
  closed_at     INTEGER NOT NULL,
  note          TEXT NOT NULL
) STRICT;
CREATE INDEX unmatched_open ON unmatched_payments (paid_at, end_to_end_id) WHERE closed_at = 0 AND returned < amount;

-- How far the statement of each account was read.
CREATE TABLE statement_marks (
  account     TEXT PRIMARY KEY,
  version     INTEGER NOT NULL,
  read_until  INTEGER NOT NULL,
  from_at     INTEGER NOT NULL,
  until_at    INTEGER NOT NULL,
  page        INTEGER NOT NULL,
  at          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE statement_marks;
DROP TABLE unmatched_payments;
DROP TABLE receipts;

-- Times are nanoseconds since 1970 in UTC, 0 for none. Bodies are rows of package rows.

-- +goose Up
-- canceled_at is when a checkout was canceled for which no money ever came: it may be
-- forgotten some day. It is 0 for all others. The index has no entry for those, so that
-- a purchase pays nothing for it.
CREATE TABLE checkouts (
  id          TEXT PRIMARY KEY,
  version     INTEGER NOT NULL,
  canceled_at INTEGER NOT NULL,
  body        BLOB NOT NULL
) STRICT;
CREATE INDEX checkouts_canceled ON checkouts (canceled_at) WHERE canceled_at > 0;

-- Which checkout a Pix charge belongs to.
CREATE TABLE charges (
  txid     TEXT PRIMARY KEY,
  checkout TEXT NOT NULL REFERENCES checkouts (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX charges_of_checkout ON charges (checkout);

CREATE TABLE contexts (
  owner         TEXT NOT NULL,
  authenticated INTEGER NOT NULL,
  id            TEXT NOT NULL,
  version       INTEGER NOT NULL,
  touched_at    INTEGER NOT NULL,
  body          BLOB NOT NULL,
  PRIMARY KEY (owner, authenticated, id)
) STRICT;
CREATE INDEX contexts_by_age ON contexts (touched_at);

CREATE TABLE replies (
  owner         TEXT NOT NULL,
  authenticated INTEGER NOT NULL,
  binding       TEXT NOT NULL,
  operation     TEXT NOT NULL,
  id            TEXT NOT NULL,
  fingerprint   BLOB NOT NULL,
  done          INTEGER NOT NULL,
  lease_until   INTEGER NOT NULL,
  result        BLOB,
  claim         BLOB,
  created_at    INTEGER NOT NULL,
  PRIMARY KEY (owner, authenticated, binding, operation, id)
) STRICT;
CREATE INDEX replies_by_age ON replies (created_at);

CREATE TABLE orders (
  id            TEXT PRIMARY KEY,
  checkout      TEXT NOT NULL UNIQUE,
  owner         TEXT NOT NULL,
  authenticated INTEGER NOT NULL,
  created_at    INTEGER NOT NULL,
  body          BLOB NOT NULL
) STRICT;
CREATE INDEX orders_by_age ON orders (created_at);

CREATE TABLE stock (
  variant  TEXT PRIMARY KEY,
  on_hand  INTEGER NOT NULL,
  reserved INTEGER NOT NULL DEFAULT 0,
  CHECK (reserved >= 0 AND on_hand >= reserved)
) STRICT, WITHOUT ROWID;

-- free_at is when a worker may take the job: its due time, or the end of a lease. A job
-- is leased while free_at is later than due.
CREATE TABLE jobs (
  kind     TEXT NOT NULL,
  ref      TEXT NOT NULL,
  due      INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  free_at  INTEGER NOT NULL,
  PRIMARY KEY (kind, ref)
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_time ON jobs (free_at);

CREATE TABLE api_keys (
  id         TEXT PRIMARY KEY,
  profile    TEXT NOT NULL,
  hash       BLOB NOT NULL UNIQUE,
  rights     INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER NOT NULL
) STRICT;

-- +goose Down
DROP TABLE api_keys;
DROP TABLE jobs;
DROP TABLE stock;
DROP TABLE orders;
DROP TABLE replies;
DROP TABLE contexts;
DROP TABLE charges;
DROP TABLE checkouts;

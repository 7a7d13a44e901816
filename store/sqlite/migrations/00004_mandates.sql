-- +goose Up
-- What the shop has signed of a checkout's current revision, in order of rowid.
CREATE TABLE seals (
  checkout      TEXT NOT NULL REFERENCES checkouts (id),
  revision      INTEGER NOT NULL,
  hash          TEXT NOT NULL,
  payload       BLOB NOT NULL,
  signature     TEXT NOT NULL,
  PRIMARY KEY (checkout, revision, hash)
) STRICT;

-- What shows that a buyer agreed to an order. Each mandate is good for one.
CREATE TABLE evidence (
  order_id      TEXT PRIMARY KEY REFERENCES orders (id),
  checkout      TEXT NOT NULL UNIQUE,
  checkout_hash TEXT NOT NULL UNIQUE,
  body          BLOB NOT NULL
) STRICT;

-- +goose Down
DROP TABLE evidence;
DROP TABLE seals;

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

-- Which checkout an agent's open mandate has been used for.
CREATE TABLE open_mandates (
  name     TEXT PRIMARY KEY,
  checkout TEXT NOT NULL REFERENCES checkouts (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_mandates_of_checkout ON open_mandates (checkout);

-- What shows that a buyer agreed to an order. Each mandate is good for one.
CREATE TABLE evidence (
  order_id      TEXT PRIMARY KEY REFERENCES orders (id),
  checkout      TEXT NOT NULL UNIQUE,
  checkout_hash TEXT NOT NULL UNIQUE,
  body          BLOB NOT NULL
) STRICT;

-- +goose Down
DROP TABLE evidence;
DROP TABLE open_mandates;
DROP TABLE seals;

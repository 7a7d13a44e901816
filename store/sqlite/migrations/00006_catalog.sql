-- +goose Up
-- What the shop sells, by revision. One revision counts; others are being written, or being
-- taken away.
CREATE TABLE catalog_current (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  revision   INTEGER NOT NULL,
  products   INTEGER NOT NULL,
  variants   INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE catalog_products (
  revision INTEGER NOT NULL,
  position INTEGER NOT NULL,
  body     BLOB NOT NULL,
  PRIMARY KEY (revision, position)
) STRICT;

-- on_hand is what the import says of the stock, NULL for nothing.
CREATE TABLE catalog_variants (
  revision INTEGER NOT NULL,
  variant  TEXT NOT NULL,
  on_hand  INTEGER,
  PRIMARY KEY (revision, variant)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE catalog_variants;
DROP TABLE catalog_products;
DROP TABLE catalog_current;

-- +goose Up
-- Which checkout an agent's open mandate has been used for. Databases of a few days know the
-- table already.
CREATE TABLE IF NOT EXISTS open_mandates (
  name     TEXT PRIMARY KEY,
  checkout TEXT NOT NULL REFERENCES checkouts (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS open_mandates_of_checkout ON open_mandates (checkout);

-- +goose Down
DROP TABLE open_mandates;

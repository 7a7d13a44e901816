-- +goose Up
-- What lists of orders and a compare-and-set of their versions need. Orders from before were
-- placed and not changed: their rows say nothing of it.
ALTER TABLE orders ADD COLUMN version   INTEGER NOT NULL DEFAULT 1;
ALTER TABLE orders ADD COLUMN stage     TEXT NOT NULL DEFAULT 'processing';
ALTER TABLE orders ADD COLUMN attention INTEGER NOT NULL DEFAULT 0;
DROP INDEX orders_by_age;
CREATE INDEX orders_by_age ON orders (created_at DESC, id DESC);
CREATE INDEX orders_by_stage ON orders (stage, created_at DESC, id DESC);
CREATE INDEX orders_attention ON orders (created_at DESC, id DESC) WHERE attention;

-- +goose Down
DROP INDEX orders_attention;
DROP INDEX orders_by_stage;
DROP INDEX orders_by_age;
CREATE INDEX orders_by_age ON orders (created_at);
ALTER TABLE orders DROP COLUMN attention;
ALTER TABLE orders DROP COLUMN stage;
ALTER TABLE orders DROP COLUMN version;

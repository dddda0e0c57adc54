-- A real backend's call ids may be longer than an index row: some gateways put a provider's signature into them.
-- The first 200 characters are looked up, the rest is compared.
DROP INDEX item_run_call;
CREATE INDEX item_run_call ON item (run_id, left(call_id, 200)) WHERE call_id IS NOT NULL;

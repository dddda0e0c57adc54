-- A run on a default URL holds the requests of one key and client in one day (UTC). live_base: 'stub', or 'proxy/' and
-- the name of a backend. Which run is open for them is a row of run_alias, whose slot is unique; both columns never
-- change, so that they leave a request's change of its run within its page.
ALTER TABLE run ADD COLUMN live_base text, ADD COLUMN live_day date;
CREATE INDEX run_live ON run (live_day, live_base, key_id) WHERE live_day IS NOT NULL;

-- Every request changes last_active of its run. With that column in an index, of whichever rows, each change adds an entry
-- to every index of the table; without, the row is rewritten in its page. So runs that never had a request are found as
-- running ones are.
DROP INDEX run_unused;
CREATE INDEX run_created ON run (run_id) WHERE state = 'CREATED';

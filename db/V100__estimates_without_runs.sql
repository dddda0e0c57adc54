-- The planner expects the same number of rows, a small share of the table, of every run. With statistics of run_id it
-- expected one row of each run that was younger than the last ANALYZE of a table with one large run, read all rows of
-- the run where an index names the few that are wanted, and joined them in nested loops: 390 ms and 250,000 blocks to
-- find the history of a conversation of 40 steps, 1.7 ms and 360 blocks without.
--
-- Statistics that are there already stay until they are removed, which takes PostgreSQL 18 or a superuser. Elsewhere
-- they go on being renewed, as before.
CREATE FUNCTION pg_temp.forget_runs(wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    are_there constant boolean := EXISTS (SELECT FROM pg_stats
        WHERE schemaname = current_schema() AND tablename = wanted AND attname = 'run_id');
BEGIN
    IF are_there AND current_setting('server_version_num')::integer >= 180000 THEN
        EXECUTE format('SELECT pg_clear_attribute_stats(%L, %L, %L, false)', current_schema(), wanted, 'run_id');
    ELSIF are_there THEN
        DELETE FROM pg_statistic s USING pg_attribute a
        WHERE a.attrelid = format('%I.%I', current_schema(), wanted)::regclass AND a.attname = 'run_id'
            AND s.starelid = a.attrelid AND s.staattnum = a.attnum;
    END IF;
    EXECUTE format('ALTER TABLE %I ALTER COLUMN run_id SET STATISTICS 0', wanted);
EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'statistics of %.run_id stay: only a superuser can remove them before PostgreSQL 18', wanted;
END $$;

SELECT pg_temp.forget_runs(wanted) FROM unnest(ARRAY['exchange', 'exchange_body', 'item', 'observation']) AS wanted;

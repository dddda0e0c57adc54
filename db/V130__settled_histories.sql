-- A request's history is settled if each of its answers is known by its visible content, whatever became of the
-- reasoning. kept_hash is its hash and kept_ranges the user turns whose reasoning is as issued; these two are NULL where
-- all of it is, otherwise the turns whose reasoning was changed and is missing.
ALTER TABLE exchange ADD COLUMN modified_ranges int4multirange, ADD COLUMN missing_ranges int4multirange;
ALTER TABLE exchange
    ALTER COLUMN modified_ranges SET STATISTICS 0,
    ALTER COLUMN missing_ranges SET STATISTICS 0;

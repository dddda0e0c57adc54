-- The turns of a history that was kept whole are ranges: in a long conversation they were fifty numbers in each exchange.
-- kept_hash is what kept_history was; a service of an earlier version, which knows no ranges, finds no history here and
-- reads it as a whole.
ALTER TABLE exchange ADD COLUMN kept_hash uuid;
ALTER TABLE exchange ADD COLUMN kept_ranges int4multirange;

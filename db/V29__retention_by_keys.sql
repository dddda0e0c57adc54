-- Retention reads runs in pages of its own order, and asks of each run two questions that one index entry answers.

-- The page that follows a run, also among runs that were sealed in the same moment.
DROP INDEX run_retention;
CREATE INDEX run_retention ON run (gone, sealed, run_id) WHERE state = 'SEALED' AND NOT pinned;

-- Whether a version of a client has a later sealed run: the entry that follows the run's own.
CREATE INDEX run_sealed_version ON run (client_name, client_version, run_id) WHERE state = 'SEALED';

-- Whether an answer of a run is open, whatever the number of its exchanges. It has an entry for open exchanges only, so
-- that finding those of instances that are gone by reading all of it stays as cheap.
DROP INDEX exchange_open;
CREATE INDEX exchange_open ON exchange (run_id, instance_id) WHERE outcome = 'OPEN';

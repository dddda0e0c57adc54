-- What retention needs to know of a run: whether it stays, and what it has lost already.
--
-- gone: 0 nothing, 1 the request bodies, 2 the tokens too, 3 the exchanges too; what goes last is the run's row.
ALTER TABLE run
    ADD COLUMN pinned boolean  NOT NULL DEFAULT false,
    ADD COLUMN gone   smallint NOT NULL DEFAULT 0 CHECK (gone BETWEEN 0 AND 3);
CREATE INDEX run_retention ON run (gone, sealed) WHERE state = 'SEALED' AND NOT pinned;

-- Finds the latest run of a client's version.
DROP INDEX run_client;
CREATE INDEX run_client ON run (client_name, client_version, run_id);

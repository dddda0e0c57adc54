-- The keys that let in. A key itself is nowhere: its SHA-256 is. Limits that are null are the deployment's.
CREATE TABLE access_key (
    key_id              text        PRIMARY KEY CHECK (key_id ~ '^[0-9a-v]{10}$'),
    name                text        NOT NULL,
    scope               text        NOT NULL CHECK (scope IN ('READ', 'RUN', 'ADMIN')),
    hash                bytea       NOT NULL CHECK (octet_length(hash) = 32),
    requests_per_minute bigint,
    streams             bigint,
    body_bytes          bigint,
    runs_per_day        bigint,
    created             timestamptz NOT NULL DEFAULT now(),
    revoked             timestamptz
);

-- Who opened a run (null: access was open), and whether other keys see it. No foreign key: a key's runs outlive it.
ALTER TABLE run
    ADD COLUMN key_id    text,
    ADD COLUMN published boolean NOT NULL DEFAULT false;
CREATE INDEX run_key ON run (key_id, run_id) WHERE key_id IS NOT NULL;

-- Runs, their exchanges, and every event of every answer.
--
-- Every key of run data leads with run_id, so that the schema distributes by run on Citus. Token data is partitioned
-- by the day (UTC) it was written and dropped by partition.
--
-- Texts of clients and models are kept without loss although PostgreSQL refuses some of them: U+0000 and surrogates
-- without a partner are written as U+0010 followed by their four hexadecimal digits (lower case), and U+0010 itself as
-- U+0010 "0010". This holds for every text[] and text column of such texts and for the strings inside jsonb.

CREATE TABLE run (
    -- Ids are ordered by time in the order of their characters, whatever the database's language.
    run_id          text COLLATE "C" PRIMARY KEY CHECK (run_id ~ '^[0-9a-z-]{1,64}$'),
    state           text        NOT NULL CHECK (state IN ('CREATED', 'RUNNING', 'SEALED')),
    mode            text        NOT NULL,
    label           text        NOT NULL,
    client_name     text,
    client_version  text,
    settings        jsonb       NOT NULL,
    exchanges       integer     NOT NULL DEFAULT 0,
    created         timestamptz NOT NULL,
    last_active     timestamptz NOT NULL,
    idle_timeout_ms bigint      NOT NULL,
    sealed          timestamptz,
    signature_key   bytea       NOT NULL
);
CREATE INDEX run_idle ON run (last_active) WHERE state = 'RUNNING';
CREATE INDEX run_client ON run (client_name, client_version);

-- What stands behind a URL that outlives a run. Slots: 'default:' and the name of a default run, 'run:' and a run id.
CREATE TABLE run_alias (
    slot   text PRIMARY KEY,
    run_id text NOT NULL REFERENCES run (run_id) ON DELETE CASCADE
);
CREATE INDEX run_alias_run ON run_alias (run_id);

-- The processes that serve: an open exchange of a process that is gone was interrupted.
CREATE TABLE instance (
    instance_id text        PRIMARY KEY,
    host        text        NOT NULL,
    pid         bigint      NOT NULL,
    started     timestamptz NOT NULL,
    seen        timestamptz NOT NULL
);

CREATE TABLE exchange (
    run_id             text        NOT NULL REFERENCES run (run_id) ON DELETE CASCADE,
    number             integer     NOT NULL,
    instance_id        text        NOT NULL,
    received           timestamptz NOT NULL,
    dialect            text        NOT NULL,
    method             text        NOT NULL,
    path               text        NOT NULL,
    client             text        NOT NULL,
    stream             boolean     NOT NULL,
    faulty             boolean     NOT NULL,
    answer_key         text        NOT NULL,
    conversation       integer     NOT NULL,
    link               jsonb       NOT NULL,
    facts              jsonb       NOT NULL,
    body_hash          text        NOT NULL,
    content_hash       text        NOT NULL,
    outcome            text        NOT NULL,
    status             integer,
    tokens             bigint,
    input_tokens       integer,
    output_tokens      integer,
    first_event_micros bigint,
    total_micros       bigint,
    error              text,
    PRIMARY KEY (run_id, number)
);
CREATE INDEX exchange_conversation ON exchange (run_id, conversation);
CREATE INDEX exchange_body_hash ON exchange (run_id, body_hash);
CREATE INDEX exchange_content_hash ON exchange (run_id, content_hash) WHERE content_hash <> '';
CREATE INDEX exchange_answer_key ON exchange (run_id, answer_key);
CREATE INDEX exchange_open ON exchange (instance_id) WHERE outcome = 'OPEN';

CREATE TABLE exchange_body (
    run_id   text    NOT NULL,
    exchange integer NOT NULL,
    body     bytea   NOT NULL,
    PRIMARY KEY (run_id, exchange),
    FOREIGN KEY (run_id, exchange) REFERENCES exchange (run_id, number) ON DELETE CASCADE
);

CREATE TABLE item (
    run_id    text    NOT NULL,
    exchange  integer NOT NULL,
    ordinal   integer NOT NULL,
    category  text    NOT NULL,
    token     text    NOT NULL,
    value     text    NOT NULL,
    block     integer NOT NULL,
    field     text    NOT NULL,
    call_id   text,
    signature text,
    PRIMARY KEY (run_id, exchange, ordinal),
    FOREIGN KEY (run_id, exchange) REFERENCES exchange (run_id, number) ON DELETE CASCADE
);
CREATE INDEX item_run_token ON item (run_id, token) WHERE token <> '';
CREATE INDEX item_run_call ON item (run_id, call_id) WHERE call_id IS NOT NULL;
-- Finds the run that a stray token belongs to.
CREATE INDEX item_token ON item (token) WHERE token <> '';

-- What the request of one exchange (observer) did with an item of an earlier one.
CREATE TABLE observation (
    run_id   text    NOT NULL,
    observer integer NOT NULL,
    exchange integer NOT NULL,
    ordinal  integer NOT NULL,
    due      text    NOT NULL,
    scope    text    NOT NULL,
    sighting jsonb   NOT NULL,
    PRIMARY KEY (run_id, observer, exchange, ordinal),
    FOREIGN KEY (run_id, observer) REFERENCES exchange (run_id, number) ON DELETE CASCADE
);

-- The judgement as it stood when the run was sealed.
CREATE TABLE verdict (
    run_id  text        PRIMARY KEY REFERENCES run (run_id) ON DELETE CASCADE,
    verdict text        NOT NULL,
    scored  timestamptz NOT NULL,
    report  jsonb       NOT NULL
);

-- One row per flushed slice of an exchange's events. No foreign key: a slice is written many times a second.
CREATE TABLE token_slice (
    run_id    text        NOT NULL,
    exchange  integer     NOT NULL,
    first_seq integer     NOT NULL,
    kinds     smallint[]  NOT NULL,
    texts     text[]      NOT NULL,
    micros    bigint[]    NOT NULL,
    created   timestamptz NOT NULL,
    PRIMARY KEY (run_id, exchange, first_seq, created)
) PARTITION BY RANGE (created);
CREATE TABLE token_slice_default PARTITION OF token_slice DEFAULT;

-- One row per event. micros counts from the request; kind as in the service's TokenKind.
CREATE VIEW stream_token AS
SELECT s.run_id, s.exchange, s.first_seq + (t.place - 1)::integer AS seq, t.kind, t.text, t.micros
FROM token_slice s
CROSS JOIN LATERAL unnest(s.kinds, s.texts, s.micros) WITH ORDINALITY AS t (kind, text, micros, place);

-- Makes the partitions of today and the given number of days after it. Safe to call from several processes at once.
-- A day whose rows already lie in the default partition stays there.
CREATE FUNCTION token_slice_partitions_ahead(days integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    day date;
    name text;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('token_slice_partitions_ahead'));
    FOR i IN 0..days LOOP
        day := (now() AT TIME ZONE 'UTC')::date + i;
        name := 'token_slice_' || to_char(day, 'YYYYMMDD');
        CONTINUE WHEN to_regclass(name) IS NOT NULL;
        BEGIN
            EXECUTE format('CREATE TABLE %I PARTITION OF token_slice FOR VALUES FROM (%L) TO (%L)',
                name, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
        EXCEPTION WHEN check_violation THEN
            RAISE NOTICE 'the day % stays in the default partition', day;
        END;
    END LOOP;
END
$$;

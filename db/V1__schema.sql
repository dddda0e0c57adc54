-- The schema: runs, their exchanges and every event of every answer; access keys; the compatibility matrix.
--
-- The service applies this file as a whole to an empty database, and works on no other (`Schema`).
--
-- Every key of run data leads with run_id, so that the schema distributes by run on Citus. Token data is partitioned
-- by the day (UTC) it was written and dropped by partition.
--
-- Texts of clients and models are kept without loss although PostgreSQL refuses some of them: U+0000 and surrogates
-- without a partner are written as U+0010 followed by their four hexadecimal digits (lower case), and U+0010 itself as
-- U+0010 "0010". This holds for every text[] and text column of such texts and for the strings inside jsonb.
--
-- SET STATISTICS 0: of every run the planner expects the same number of rows, a small share of the table. With
-- statistics of run_id it expected one row of each run that was younger than the last ANALYZE of a table with one large
-- run, read all rows of the run where an index names the few that are wanted, and joined them in nested loops: 390 ms
-- and 250,000 blocks to find the history of a conversation of 40 steps, 1.7 ms and 360 blocks without. No query is
-- planned by documents, arrays and bytes, whose statistics took more time than all others.

-- The SHA-256 of this file as it was applied.
CREATE TABLE throughline_schema (sha256 text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now());

-- gone: what retention has removed: 0 nothing, 1 the request bodies, 2 the tokens too, 3 the exchanges too; what goes
-- last is the row. live_base ('stub', or 'proxy/' and the name of a backend) and live_day (UTC): of a run on a default
-- URL, which holds the requests of one key and client in one day. No foreign key on key_id (null: access was open): a
-- key's runs outlive it.
--
-- Every request changes last_active. It is in no index, so that the row is rewritten in its page, where it finds room.
CREATE TABLE run (
    -- Ids are ordered by time in the order of their characters, whatever the database's language.
    run_id text COLLATE "C" PRIMARY KEY CHECK (run_id ~ '^[0-9a-z-]{1,64}$'),
    state text NOT NULL CHECK (state IN ('CREATED', 'RUNNING', 'SEALED')), mode text NOT NULL, label text NOT NULL,
    client_name text, client_version text, settings jsonb NOT NULL, exchanges integer NOT NULL DEFAULT 0,
    created timestamptz NOT NULL, last_active timestamptz NOT NULL, idle_timeout_ms bigint NOT NULL,
    sealed timestamptz, signature_key bytea NOT NULL, key_id text, published boolean NOT NULL DEFAULT false,
    pinned boolean NOT NULL DEFAULT false, gone smallint NOT NULL DEFAULT 0 CHECK (gone BETWEEN 0 AND 3),
    -- Why it was sealed before its client was done: what its opener said of it, or that it was idle.
    seal_reason text,
    live_base text, live_day date
) WITH (fillfactor = 50);
CREATE INDEX run_running ON run (run_id) WHERE state = 'RUNNING';
CREATE INDEX run_created ON run (run_id) WHERE state = 'CREATED';
CREATE INDEX run_key ON run (key_id, run_id) WHERE key_id IS NOT NULL;
CREATE INDEX run_live ON run (live_day, live_base, key_id) WHERE live_day IS NOT NULL;
CREATE INDEX run_published ON run (run_id DESC) WHERE published;
CREATE INDEX run_backend ON run ((settings ->> 'backend'), run_id DESC) WHERE settings ->> 'backend' IS NOT NULL;
CREATE INDEX run_client_newest ON run (client_name, run_id DESC) WHERE client_name IS NOT NULL;
-- Finds the latest run of a client's version, and the sealed run that follows a run's own.
CREATE INDEX run_client ON run (client_name, client_version, run_id);
CREATE INDEX run_sealed_version ON run (client_name, client_version, run_id) WHERE state = 'SEALED';
CREATE INDEX run_retention ON run (gone, sealed, run_id) WHERE state = 'SEALED' AND NOT pinned;

-- The run behind a URL that outlives it. Slots: 'default:' and the name of a default run, 'run:' and a run id.
CREATE TABLE run_alias (
    slot text PRIMARY KEY, run_id text NOT NULL REFERENCES run (run_id) ON DELETE CASCADE
);
CREATE INDEX run_alias_run ON run_alias (run_id);

-- The processes that serve: an open exchange of a process that is gone was interrupted.
CREATE TABLE instance (
    instance_id text PRIMARY KEY, host text NOT NULL, pid bigint NOT NULL, started timestamptz NOT NULL,
    seen timestamptz NOT NULL
);

CREATE TABLE exchange (
    run_id text NOT NULL REFERENCES run (run_id) ON DELETE CASCADE, number integer NOT NULL,
    instance_id text NOT NULL,
    -- By the clock of the service, which may have been set.
    received timestamptz NOT NULL,
    dialect text NOT NULL, method text NOT NULL, path text NOT NULL, client text NOT NULL, stream boolean NOT NULL,
    faulty boolean NOT NULL, answer_key text NOT NULL, conversation integer NOT NULL, link jsonb NOT NULL,
    facts jsonb NOT NULL, body_hash text NOT NULL, content_hash text NOT NULL, outcome text NOT NULL, status integer,
    tokens bigint, input_tokens integer, output_tokens integer, first_event_micros bigint, total_micros bigint,
    error text,
    -- [{"kind", "at", "detail"}], and [{"path", "exchange", "by", "blocks", "following"}]: see repaired_messages.
    anomalies jsonb NOT NULL DEFAULT '[]', repairs jsonb NOT NULL DEFAULT '[]',
    cached_tokens integer, reasoning_tokens integer,
    -- By the database's own clock: how long a run has been idle is asked of one clock only.
    begun timestamptz NOT NULL DEFAULT now(),
    -- By its client (DELETE v1/responses/{id}): no request can read or continue the answer any more.
    response_deleted boolean NOT NULL DEFAULT false,
    -- The backend that was asked, under which name of the model, and where its reasoning was looked for.
    backend text, backend_model text, reasoning_state text,
    -- JSON pointers to what a translation of the request did not carry.
    dropped jsonb NOT NULL DEFAULT '[]',
    -- How much passed, of an exchange that a backend answered beside the dialects; its bodies are not kept.
    request_bytes bigint, answer_bytes bigint,
    -- JSON text that the backend issued with its answer: it gets it back as it was.
    reasoning_details text,
    -- What the observations of this request are: 0 all, without digests; 1 all; 2 what differs from the request before it.
    observed smallint NOT NULL DEFAULT 0,
    -- Whether the request left out an answer that the request before it carried; unknown where observed is 0 or 1.
    cuts_history boolean,
    kept_history uuid, kept_turns integer[],
    -- When the backend was asked and when its first token was received, since the request.
    asked_micros bigint, first_token_micros bigint,
    -- Whether the database was unavailable when the exchange began or ended; its client received an error.
    unrecorded boolean NOT NULL DEFAULT false,
    -- Hash of the request's history, where each answer in it is known by its visible content, whatever became of the
    -- reasoning (a settled history), and the user turns whose reasoning is as issued. modified_ranges and
    -- missing_ranges: the turns whose reasoning was changed and is missing; null where all of it is as issued.
    kept_hash uuid, kept_ranges int4multirange, modified_ranges int4multirange, missing_ranges int4multirange,
    PRIMARY KEY (run_id, number)
);
CREATE INDEX exchange_conversation ON exchange (run_id, conversation);
-- Of identical requests the latest is asked for.
CREATE INDEX exchange_body_hash ON exchange (run_id, body_hash, number);
CREATE INDEX exchange_content_hash ON exchange (run_id, content_hash) WHERE content_hash <> '';
CREATE INDEX exchange_answer_key ON exchange (run_id, answer_key);
CREATE INDEX exchange_open ON exchange (run_id, instance_id) WHERE outcome = 'OPEN';
-- An exchange can be marked after it was counted.
CREATE INDEX exchange_unrecorded ON exchange (run_id, number) WHERE unrecorded;
ALTER TABLE exchange
    ALTER COLUMN run_id SET STATISTICS 0, ALTER COLUMN link SET STATISTICS 0, ALTER COLUMN facts SET STATISTICS 0,
    ALTER COLUMN anomalies SET STATISTICS 0, ALTER COLUMN repairs SET STATISTICS 0,
    ALTER COLUMN dropped SET STATISTICS 0, ALTER COLUMN kept_ranges SET STATISTICS 0,
    ALTER COLUMN modified_ranges SET STATISTICS 0, ALTER COLUMN missing_ranges SET STATISTICS 0;

-- Repairs that differ only in message and exchange are one entry with following {"times", "messages", "exchanges"}:
-- times counts the first one too; the other two hold the distances of the indexes and of the exchanges, as in "2x4 3".
CREATE FUNCTION repaired_messages(repairs jsonb) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(sum(coalesce((one#>>'{following,times}')::integer, 1)), 0)::integer
    FROM jsonb_array_elements(repairs) one
$$;

-- The tables from here to token_slice have no foreign keys: their rows are written in one statement with their exchange,
-- or only if it exists, and deleted after their run, when no exchange of it can be written any more.

-- The body of a request: `head` bytes of the beginning and `tail` bytes of the end of the body of `base`, and the bytes
-- between, so that what is new in a conversation is kept once. Where base is null it is whole.
CREATE TABLE exchange_body (
    run_id text NOT NULL, exchange integer NOT NULL, body bytea NOT NULL, base integer, head integer, tail integer,
    -- The steps from the last whole body.
    place integer,
    anchors integer[],
    -- Where a later body may differ: lengths and hashes of its beginnings and of its end.
    marks bytea,
    -- Bytes of the bodies that are kept since the last whole one.
    chain bigint,
    PRIMARY KEY (run_id, exchange)
);
ALTER TABLE exchange_body
    ALTER COLUMN run_id SET STATISTICS 0, ALTER COLUMN body SET STATISTICS 0, ALTER COLUMN anchors SET STATISTICS 0,
    ALTER COLUMN marks SET STATISTICS 0;

-- Rebuilt from the rows back to the last whole one, of each the bytes that are left of it: costs what the body is long.
CREATE FUNCTION rebuilt_body(run text, request integer) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
    found record;
    whole bytea;
    step  record;
BEGIN
    WITH RECURSIVE path AS (
        SELECT b.base, coalesce(b.head, 0) AS head, coalesce(b.tail, 0) AS tail, b.body, 0 AS depth
        FROM exchange_body b WHERE b.run_id = run AND b.exchange = request
        UNION ALL
        SELECT b.base, coalesce(b.head, 0), coalesce(b.tail, 0), b.body, p.depth + 1
        FROM path p CROSS JOIN LATERAL (
            SELECT * FROM exchange_body WHERE run_id = run AND exchange = p.base OFFSET 0) b),
    -- Of the beginning and of the end of a body, as much is left as the least that a later one has in common.
    kept AS (
        SELECT base, head, tail, body, depth, octet_length(body) AS length, min(head) OVER later AS first,
            min(tail) OVER later AS last
        FROM path WINDOW later AS (ORDER BY depth ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
    SELECT bool_or(base IS NULL) AS is_there,
        bool_and(coalesce(first, 0) <= head + length AND coalesce(last, 0) <= tail + length) AS is_joined,
        string_agg(substring(body FROM 1 FOR greatest(coalesce(first, head + length) - head, 0)), ''
            ORDER BY depth DESC) AS beginning,
        string_agg(substring(body FROM length + 1 - greatest(coalesce(last, 0) - tail, 0)), ''
            ORDER BY depth) AS ending
    INTO found FROM kept;
    IF found.is_there AND found.is_joined THEN
        RETURN found.beginning || found.ending;
    END IF;
    -- A beginning that reaches into the end of an earlier body, or an end into its beginning.
    FOR step IN
        WITH RECURSIVE path AS (
            SELECT b.exchange, b.base, 0 AS depth FROM exchange_body b WHERE b.run_id = run AND b.exchange = request
            UNION ALL
            SELECT b.exchange, b.base, p.depth + 1
            FROM path p JOIN exchange_body b ON b.run_id = run AND b.exchange = p.base)
        SELECT b.body, b.base, b.head, b.tail
        FROM path p JOIN exchange_body b ON b.run_id = run AND b.exchange = p.exchange ORDER BY p.depth DESC
    LOOP
        whole := CASE WHEN step.base IS NULL THEN step.body
            ELSE substring(whole FROM 1 FOR step.head) || step.body
                || substring(whole FROM length(whole) - step.tail + 1) END;
    END LOOP;
    RETURN whole;
END
$$;

-- Request bodies as received, with their sizes; null for one whose base was removed.
CREATE VIEW request_body AS
SELECT run_id, exchange, coalesce(head, 0)::bigint + octet_length(body) + coalesce(tail, 0) AS bytes,
    CASE WHEN base IS NULL THEN body ELSE rebuilt_body(run_id, exchange) END AS body
FROM exchange_body;

-- Pieces of a large request body on their way to its row in exchange_body, within one transaction: no row is ever
-- committed here, so that nothing of it needs the write-ahead log.
CREATE UNLOGGED TABLE body_piece (
    answer_key text NOT NULL, piece integer NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (answer_key, piece)
);
ALTER TABLE body_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE item (
    run_id text NOT NULL, exchange integer NOT NULL, ordinal integer NOT NULL, category text NOT NULL,
    token text NOT NULL, value text NOT NULL, block integer NOT NULL, field text NOT NULL, call_id text,
    signature text, PRIMARY KEY (run_id, exchange, ordinal)
);
CREATE INDEX item_run_token ON item (run_id, token) WHERE token <> '';
-- A real backend's call ids may be longer than an index row: some gateways put a provider's signature into them.
CREATE INDEX item_run_call ON item (run_id, left(call_id, 200)) WHERE call_id IS NOT NULL;
-- Finds the run that a stray token belongs to.
CREATE INDEX item_token ON item (token) WHERE token <> '';
ALTER TABLE item ALTER COLUMN run_id SET STATISTICS 0, ALTER COLUMN value SET STATISTICS 0;

-- Conversations with an answer whose content or a call id a later answer of the run has too: a request may then mean
-- either, and is traced by its whole history. Written with the later answer, so that a request that continues a history
-- asks one row and not each answer of the conversation.
CREATE TABLE repeated_answer (
    run_id text NOT NULL, conversation integer NOT NULL, PRIMARY KEY (run_id, conversation)
);

-- What the request of one exchange (observer) did with an item of an earlier one; rows of earlier versions.
CREATE TABLE observation (
    run_id text NOT NULL, observer integer NOT NULL, exchange integer NOT NULL, ordinal integer NOT NULL,
    due text NOT NULL, scope text NOT NULL, sighting jsonb NOT NULL, digest bigint,
    PRIMARY KEY (run_id, observer, exchange, ordinal)
);
ALTER TABLE observation ALTER COLUMN run_id SET STATISTICS 0;

-- What a request (observer) did with the items of one earlier answer, where the request before it in the conversation
-- (link.parent) did something else, or exchange.observed says that the rows are all: they grow with the items of a
-- conversation, not with items times requests.
CREATE TABLE observed_answer (
    observer integer NOT NULL, exchange integer NOT NULL,
    -- The first of the items.
    first integer NOT NULL, run_id text NOT NULL,
    -- NONE: the request carries the item no more and need not.
    due text NOT NULL, scope text NOT NULL,
    -- What the paths of the items have in common, up to a slash.
    start text NOT NULL,
    -- Null where the items follow one another.
    ordinals integer[],
    -- Of each item how it was found: one that came back exactly as it was is the rest of its path. Otherwise JSON with
    -- what differs from that, its path whole. Empty where due is NONE.
    sighted text[] NOT NULL,
    -- Of due, scope and sighting; the lowest bit is 1 where the whole answer is absent from the request.
    digests bigint[] NOT NULL, PRIMARY KEY (run_id, observer, exchange, first)
);
ALTER TABLE observed_answer
    ALTER COLUMN run_id SET STATISTICS 0, ALTER COLUMN ordinals SET STATISTICS 0,
    ALTER COLUMN sighted SET STATISTICS 0, ALTER COLUMN digests SET STATISTICS 0;

-- What requests did with items of earlier answers, each where it changed.
CREATE VIEW observed_item (run_id, observer, exchange, ordinal, due, scope, sighting, digest) AS
SELECT run_id, observer, exchange, ordinal, due, scope, sighting, digest FROM observation
UNION ALL
SELECT a.run_id, a.observer, a.exchange, coalesce(i.ordinal, a.first + i.place::integer - 1), a.due, a.scope,
    CASE WHEN a.due = 'NONE' THEN 'null'::jsonb
        ELSE '{"turnPresent": true, "place": "OWN", "text": "EXACT", "signature": "NOT_ISSUED", "inOrder": true,
            "copies": 1, "path": "", "field": ""}'::jsonb
            || CASE WHEN left(i.sighted, 1) = '{' THEN i.sighted::jsonb
                ELSE jsonb_build_object('path', a.start || i.sighted) END END,
    i.digest
FROM observed_answer a
CROSS JOIN LATERAL unnest(a.ordinals, a.sighted, a.digests) WITH ORDINALITY AS i (ordinal, sighted, digest, place);

-- Everything that a request did with items of earlier answers.
CREATE FUNCTION request_observations(run text, request integer)
RETURNS TABLE (exchange integer, ordinal integer, due text, scope text, sighting jsonb)
LANGUAGE sql STABLE ROWS 100 AS $$
    WITH RECURSIVE path AS (
        SELECT e.number, (e.link->>'parent')::integer AS parent, e.observed, 0 AS depth
        FROM exchange e WHERE e.run_id = $1 AND e.number = $2
        UNION ALL
        SELECT e.number, (e.link->>'parent')::integer, e.observed, p.depth + 1
        FROM path p JOIN exchange e ON e.run_id = $1 AND e.number = p.parent
        WHERE p.observed = 2)
    SELECT latest.exchange, latest.ordinal, latest.due, latest.scope, latest.sighting
    FROM (SELECT DISTINCT ON (o.exchange, o.ordinal) o.exchange, o.ordinal, o.due, o.scope, o.sighting
        FROM path p CROSS JOIN LATERAL (
            SELECT * FROM observed_item WHERE run_id = $1 AND observer = p.number OFFSET 0) o
        ORDER BY o.exchange, o.ordinal, p.depth) latest
    WHERE latest.due <> 'NONE'
$$;

-- One row per flushed slice of an exchange's events, as bytes: see SliceCodec. Rows of earlier versions have arrays; in
-- later ones these hold only how the answer ended, and are null in a slice without that.
CREATE TABLE token_slice (
    run_id text NOT NULL, exchange integer NOT NULL, first_seq integer NOT NULL, kinds smallint[], texts text[],
    micros bigint[], created timestamptz NOT NULL, events bytea, PRIMARY KEY (run_id, exchange, first_seq, created)
) PARTITION BY RANGE (created);
ALTER TABLE token_slice
    ALTER COLUMN kinds SET STATISTICS 0, ALTER COLUMN texts SET STATISTICS 0, ALTER COLUMN micros SET STATISTICS 0,
    ALTER COLUMN events SET STATISTICS 0;
-- Three to a page. A slice of 256 short deltas stays as it is; with longer texts it is compressed.
CREATE TABLE token_slice_default PARTITION OF token_slice DEFAULT WITH (toast_tuple_target = 2680);
ALTER TABLE token_slice_default
    ALTER COLUMN kinds SET STATISTICS 0, ALTER COLUMN texts SET STATISTICS 0, ALTER COLUMN micros SET STATISTICS 0,
    ALTER COLUMN events SET STATISTICS 0;

-- Makes the partitions of today and the given number of days after it. Safe to call from several processes at once.
-- A day whose rows already lie in the default partition stays there. A new partition takes no statistics targets over.
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
            EXECUTE format('CREATE TABLE %I PARTITION OF token_slice FOR VALUES FROM (%L) TO (%L)
                WITH (toast_tuple_target = 2680)',
                name, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
            EXECUTE format('ALTER TABLE %I ALTER COLUMN kinds SET STATISTICS 0, ALTER COLUMN texts SET STATISTICS 0,
                ALTER COLUMN micros SET STATISTICS 0, ALTER COLUMN events SET STATISTICS 0', name);
        EXCEPTION WHEN check_violation THEN
            RAISE NOTICE 'the day % stays in the default partition', day;
        END;
    END LOOP;
END
$$;

-- The events of such bytes, as SliceCodec reads them.
CREATE FUNCTION slice_events(events bytea) RETURNS TABLE (place integer, kind smallint, text text, micros bigint)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    at integer := 1;
    octet integer;
    shift integer;
    number bigint;
    total integer := -1;
    known integer := 0;
    kinds smallint[] := '{}';
    times bigint[] := '{}';
    lengths integer[] := '{}';
    before bigint := 0;
BEGIN
    IF get_byte(events, 0) <> 1 THEN
        RAISE EXCEPTION 'a slice was written by a later version';
    END IF;
    -- First the number of events, then the kinds, the times, and the lengths of the texts.
    WHILE total < 0 OR known < 3 * total LOOP
        IF total >= 0 AND known < total THEN
            kind := get_byte(events, at);
            at := at + 1;
        END IF;
        number := 0;
        shift := 0;
        LOOP
            octet := get_byte(events, at);
            at := at + 1;
            number := number | ((octet & 127)::bigint << shift);
            EXIT WHEN octet < 128;
            shift := shift + 7;
        END LOOP;
        IF total < 0 THEN
            total := number;
        ELSIF known < total THEN
            kinds := kinds || array_fill(kind, ARRAY[number::integer]);
            known := known + number;
        ELSIF known < 2 * total THEN
            before := before + (((number >> 1) & 9223372036854775807) # -(number & 1));
            times := times || before;
            known := known + 1;
        ELSE
            lengths := lengths || number::integer;
            known := known + 1;
        END IF;
    END LOOP;
    FOR i IN 1..total LOOP
        place := i;
        kind := kinds[i];
        micros := times[i];
        text := convert_from(substring(events FROM at + 1 FOR lengths[i]), 'UTF8');
        at := at + lengths[i];
        RETURN NEXT;
    END LOOP;
END
$$;

-- One row per event. micros counts from the request; kind as in the service's TokenKind.
CREATE VIEW stream_token AS
SELECT s.run_id, s.exchange, s.first_seq + (t.place - 1)::integer AS seq, t.kind, t.text, t.micros
FROM token_slice s
CROSS JOIN LATERAL (
    SELECT * FROM unnest(s.kinds, s.texts, s.micros) WITH ORDINALITY AS a (kind, text, micros, place)
    WHERE s.events IS NULL
    UNION ALL
    SELECT e.kind, e.text, e.micros, e.place FROM slice_events(s.events) e) t;

-- The judgement as it stood when the run was sealed. summary: what pages show of it. tally: what a report says of all
-- exchanges and items, whose verdict lists at most the first: a report of a large run reads no exchange.
CREATE TABLE verdict (
    run_id text PRIMARY KEY REFERENCES run (run_id) ON DELETE CASCADE, verdict text NOT NULL,
    scored timestamptz NOT NULL, report jsonb NOT NULL, summary jsonb, tally jsonb
);
CREATE INDEX verdict_word ON verdict (verdict, run_id COLLATE "C" DESC);

-- What the report of an open run says of its exchanges up to one: a report reads this and the exchanges since. A run
-- without a row, or whose row was written by other rules, is read from its beginning. No exchange waits for this row.
CREATE TABLE run_tally (
    run_id text PRIMARY KEY REFERENCES run (run_id) ON DELETE CASCADE,
    -- Number of times that the row was written; who read another one may not write.
    version integer NOT NULL,
    -- Number of the last exchange that is counted.
    through integer NOT NULL,
    -- By which they are counted.
    rules text NOT NULL, counted text NOT NULL,
    -- The items that the report lists.
    listed text NOT NULL,
    -- What the first requests of a proxy run did with reasoning.
    preserved text NOT NULL
);

-- The rescoring in progress. It keeps this row from its first batch to its last, and loses it when it has asked for no
-- batch for a while.
CREATE TABLE rescore_lease (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), holder text NOT NULL, began timestamptz NOT NULL,
    renewed timestamptz NOT NULL, runs bigint NOT NULL
);

-- The keys that let in. A key itself is nowhere: its SHA-256 is. Limits that are null are the deployment's.
-- What a key of scope MEASURE (or ADMIN) measures counts for everyone; what another key measures is its own.
CREATE TABLE access_key (
    key_id text PRIMARY KEY CHECK (key_id ~ '^[0-9a-v]{10}$'), name text NOT NULL,
    scope text NOT NULL CHECK (scope IN ('READ', 'RUN', 'MEASURE', 'ADMIN')),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), requests_per_minute bigint, streams bigint,
    body_bytes bigint, runs_per_day bigint, created timestamptz NOT NULL DEFAULT now(), revoked timestamptz
);

-- The compatibility matrix: products, the evidence of runs as it counts, the cells computed from it, and claims. Axes
-- that do not apply are empty texts, so that keys compare.

CREATE TABLE product (
    product_id text PRIMARY KEY CHECK (product_id ~ '^[a-z0-9][a-z0-9._@/-]{0,99}$'),
    kind text NOT NULL CHECK (kind IN ('CLIENT', 'SDK', 'GATEWAY', 'BACKEND')), title text NOT NULL,
    scheme text NOT NULL CHECK (scheme IN ('SEMVER', 'BUILD', 'DATE')), registry text NOT NULL DEFAULT ''
);

-- sort_key orders the versions of one product by its characters. latest_by, latest_from: which key reported that the
-- version is the latest, and from where.
CREATE TABLE product_version (
    product_id text NOT NULL REFERENCES product (product_id), version text NOT NULL,
    sort_key text COLLATE "C" NOT NULL, first_seen timestamptz NOT NULL, is_latest boolean NOT NULL DEFAULT false,
    latest_by text, latest_from text NOT NULL DEFAULT '', PRIMARY KEY (product_id, version)
);
CREATE INDEX product_version_order ON product_version (product_id, sort_key);

-- One row per eligible run: sealed, without injected faults, of a declared client, a backend check or (origin TRAFFIC,
-- in cells of its own) live traffic. It outlives the run, so no foreign key.
CREATE TABLE evidence (
    run_id text COLLATE "C" PRIMARY KEY, origin text NOT NULL CHECK (origin IN ('HERE', 'PROJECT', 'TRAFFIC')),
    cell_key text COLLATE "C" NOT NULL, suite integer NOT NULL, scenario text NOT NULL, policy text NOT NULL,
    streaming text NOT NULL, client text NOT NULL, client_version text NOT NULL, variant text NOT NULL,
    model text NOT NULL, gateway text NOT NULL, gateway_version text NOT NULL, backend text NOT NULL,
    backend_version text NOT NULL, template text NOT NULL, dialect_in text NOT NULL, dialect_out text NOT NULL,
    sealed timestamptz NOT NULL, exchanges integer NOT NULL, seconds double precision NOT NULL,
    -- {"THINK": {"status", "withinTurn", "acrossTurns", "due", "exact", "outcomes"}}
    capabilities jsonb NOT NULL,
    -- Request shapes without texts.
    shapes jsonb NOT NULL DEFAULT '[]', how jsonb NOT NULL DEFAULT '{}',
    -- The key for which alone it counts; the key that measured; the address that sent what is no run of this service.
    owner text, said_by text, said_from text NOT NULL DEFAULT '',
    -- The packages of the client, as resolved: 'ai@6.0.1 @ai-sdk/openai@2.0.23'; empty where none is known.
    sdk text NOT NULL DEFAULT '',
    -- In which a chat answer carried its reasoning; empty for reasoning_content, or where the dialect has one place only.
    reasoning_field text NOT NULL DEFAULT ''
);
CREATE INDEX evidence_cell ON evidence (cell_key, sealed DESC, run_id);
CREATE INDEX evidence_time ON evidence (sealed);
-- Cells are computed from the newest shared evidence, however much of one key lies between.
CREATE INDEX evidence_shared ON evidence (cell_key, sealed DESC, run_id) WHERE owner IS NULL;
CREATE INDEX evidence_owner ON evidence (owner, cell_key, sealed DESC, run_id) WHERE owner IS NOT NULL;

-- The current status of a capability for a combination; one row per cell_key and capability.
-- cell_id: derived from cell_key and capability. counts: {"PRESERVED": 3}.
CREATE TABLE cell (
    cell_id text COLLATE "C" PRIMARY KEY, cell_key text COLLATE "C" NOT NULL, capability text NOT NULL,
    suite integer NOT NULL, scenario text NOT NULL, policy text NOT NULL, streaming text NOT NULL,
    client text NOT NULL, client_version text NOT NULL, client_order text COLLATE "C" NOT NULL, variant text NOT NULL,
    model text NOT NULL, gateway text NOT NULL, gateway_version text NOT NULL, backend text NOT NULL,
    backend_version text NOT NULL, backend_order text COLLATE "C" NOT NULL, template text NOT NULL,
    dialect_in text NOT NULL, dialect_out text NOT NULL, status text NOT NULL, within_turn text NOT NULL,
    across_turns text NOT NULL, is_flaky boolean NOT NULL, confidence text NOT NULL, counts jsonb NOT NULL,
    votes integer NOT NULL, latest_run text NOT NULL, first_measured timestamptz NOT NULL,
    last_measured timestamptz NOT NULL, sdk text NOT NULL DEFAULT '', reasoning_field text NOT NULL DEFAULT '',
    UNIQUE (cell_key, capability)
);
-- Pages are read in this order.
CREATE INDEX cell_client ON cell (client, client_order DESC, cell_id);
CREATE INDEX cell_backend ON cell (backend, backend_order DESC, cell_id);
CREATE INDEX cell_status ON cell (capability, status, cell_id);
-- A page of cells by any one axis is read from an index that has them by the axis and, of one value, in the order of the
-- pages: however few cells have the value, and wherever in that order they stand.
CREATE INDEX cell_suite ON cell ((suite::text), client, client_order DESC, cell_id);
CREATE INDEX cell_of_backend ON cell (backend, client, client_order DESC, cell_id);
DO $$
DECLARE
    axis text;
BEGIN
    FOREACH axis IN ARRAY '{scenario,policy,streaming,client_version,sdk,variant,model,gateway,gateway_version,
            backend_version,template,dialect_in,dialect_out,reasoning_field}'::text[] LOOP
        EXECUTE format('CREATE INDEX %I ON cell (%I, client, client_order DESC, cell_id)', 'cell_' || axis, axis);
    END LOOP;
END
$$;
-- Of a status or a confidence several may be asked for; a capability that is never measured is rare, and a status too.
CREATE INDEX cell_of_status ON cell (status, client, client_order DESC, cell_id);
CREATE INDEX cell_confidence ON cell (confidence);
-- The newest version of each backend that was checked by itself.
CREATE INDEX cell_check ON cell (backend, backend_order DESC, cell_id) WHERE client = '';
-- What the strips of a client's versions are drawn from.
CREATE INDEX cell_client_capability ON cell (client, capability, client_order DESC, cell_id);

-- The files of shipped measurements whose rows are in evidence: each is loaded once.
CREATE TABLE measured_file (
    sha256 text PRIMARY KEY, loaded timestamptz NOT NULL DEFAULT now()
);

-- Claims never vote; a measurement stands beside them.
CREATE TABLE claim (
    claim_id text PRIMARY KEY, product_id text NOT NULL REFERENCES product (product_id),
    version text NOT NULL DEFAULT '', capability text NOT NULL, status text NOT NULL, text text NOT NULL,
    source text NOT NULL, reported date NOT NULL, key_id text, created timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX claim_product ON claim (product_id, version);

-- The products that the project has recipes or checks for. More are added when runs of them are measured.
INSERT INTO product (product_id, kind, title, scheme, registry) VALUES
    ('claude-code', 'CLIENT', 'Claude Code', 'SEMVER', 'npm:@anthropic-ai/claude-code'),
    ('opencode', 'CLIENT', 'opencode', 'SEMVER', 'npm:opencode-ai'),
    ('codex', 'CLIENT', 'Codex', 'SEMVER', 'npm:@openai/codex'),
    ('qwen-code', 'CLIENT', 'Qwen Code', 'SEMVER', 'npm:@qwen-code/qwen-code'),
    ('pi', 'CLIENT', 'pi', 'SEMVER', 'npm:@mariozechner/pi-coding-agent'),
    ('droid', 'CLIENT', 'Droid', 'SEMVER', 'npm:droid'),
    ('kilo', 'CLIENT', 'Kilo Code', 'SEMVER', 'npm:@kilocode/cli'),
    ('continue', 'CLIENT', 'Continue', 'SEMVER', 'npm:@continuedev/cli'),
    ('cline', 'CLIENT', 'Cline', 'SEMVER', 'npm:cline'),
    ('ai-sdk-openai-compatible', 'SDK', 'AI SDK, OpenAI-compatible provider', 'SEMVER', 'npm:@ai-sdk/openai-compatible'),
    ('ai-sdk-openai', 'SDK', 'AI SDK, OpenAI provider', 'SEMVER', 'npm:@ai-sdk/openai'),
    ('ai-sdk-anthropic', 'SDK', 'AI SDK, Anthropic provider', 'SEMVER', 'npm:@ai-sdk/anthropic'),
    ('openai-node', 'SDK', 'OpenAI library for JavaScript', 'SEMVER', 'npm:openai'),
    ('anthropic-node', 'SDK', 'Anthropic library for JavaScript', 'SEMVER', 'npm:@anthropic-ai/sdk'),
    ('langchain-openai', 'SDK', 'LangChain for OpenAI, JavaScript', 'SEMVER', 'npm:@langchain/openai'),
    ('openai-agents', 'SDK', 'OpenAI Agents SDK, JavaScript', 'SEMVER', 'npm:@openai/agents'),
    ('throughline', 'GATEWAY', 'Throughline', 'SEMVER', ''),
    ('llama.cpp', 'BACKEND', 'llama.cpp server', 'BUILD', ''), ('vllm', 'BACKEND', 'vLLM', 'SEMVER', ''),
    ('mlx', 'BACKEND', 'MLX', 'SEMVER', ''), ('sglang', 'BACKEND', 'SGLang', 'SEMVER', '');

-- What was reported before anything was measured here.
INSERT INTO claim (claim_id, product_id, version, capability, status, text, source, reported)
SELECT claim_id, product_id, version, 'THINK', status, text,
       'compatibility table that the project started from', DATE '2026-01-24'
FROM (VALUES
    ('first-opencode', 'opencode', '0.3.0', 'BROKEN', 'The AI SDK strips reasoning_content.'),
    ('first-claude-code', 'claude-code', '1.0.0', 'UNTESTED', 'Nobody has tested it.'),
    ('first-droid', 'droid', '', 'UNTESTED', 'Nobody has tested it.'),
    ('first-llama.cpp', 'llama.cpp', 'b4712', 'PARTIAL', 'The OpenAI API works, the Anthropic API drops thinking.'),
    ('first-vllm', 'vllm', '0.6.0', 'UNTESTED', 'Nobody has tested it.'),
    ('first-mlx', 'mlx', '0.21.0', 'UNTESTED', 'Nobody has tested it.'),
    ('first-ai-sdk-openai', 'ai-sdk-openai', '', 'BROKEN', '@ai-sdk/openai does not send reasoning back.')
) AS reported (claim_id, product_id, version, status, text);

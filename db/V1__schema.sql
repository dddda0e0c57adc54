-- Applied as a whole to an empty database and to no other (`Schema`). Token data is in partitions of days (UTC).
--
-- Texts of clients and models that PostgreSQL refuses are kept without loss: in columns and in the strings of jsonb,
-- U+0000 and surrogates without a partner are U+0010 and their four hexadecimal digits, U+0010 itself is U+0010 "0010".
--
-- SET STATISTICS 0: with statistics of run_id the planner expected one row of each run that was younger than the last
-- ANALYZE and joined all rows of the run in nested loops: 390 ms and 250,000 blocks to find the history of 40 steps,
-- 1.7 ms and 360 blocks without. Those of documents, arrays and bytes plan nothing and took more time than all others.

-- Of this file as it was applied.
CREATE TABLE throughline_schema (sha256 text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now());

-- Every request changes last_active. It is in no index, so that the row is rewritten in its page, where it finds room.
CREATE TABLE run (
    -- Ids are ordered by time in the order of their characters, whatever the database's language.
    run_id text COLLATE "C" PRIMARY KEY CHECK (run_id ~ '^[0-9a-z-]{1,64}$'),
    state text NOT NULL CHECK (state IN ('CREATED', 'RUNNING', 'SEALED')), mode text NOT NULL, label text NOT NULL,
    client_name text, client_version text, settings jsonb NOT NULL, exchanges integer NOT NULL DEFAULT 0,
    created timestamptz NOT NULL, last_active timestamptz NOT NULL, idle_timeout_ms bigint NOT NULL,
    signature_key bytea NOT NULL, sealed timestamptz,
    -- Why it was sealed before its client was done: what its opener said of it, or that it was idle. key_id: null where
    -- access was open; no foreign key, since a key's runs outlive it.
    seal_reason text, key_id text,
    published boolean NOT NULL DEFAULT false, pinned boolean NOT NULL DEFAULT false,
    -- Whether retention left its request bodies and tokens.
    has_contents boolean NOT NULL DEFAULT true,
    -- Of a run on a default URL, of one key and client in one day (UTC): 'stub', or 'proxy/' and the name of a backend.
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
CREATE INDEX run_retention ON run (has_contents, sealed, run_id) WHERE state = 'SEALED' AND NOT pinned;
-- The run behind a URL that outlives it. Slots: 'default:' and the name of a default run, 'run:' and a run id.
CREATE TABLE run_alias (slot text PRIMARY KEY, run_id text NOT NULL REFERENCES run (run_id) ON DELETE CASCADE);
CREATE INDEX run_alias_run ON run_alias (run_id);
-- The field in which the latest answer of a backend's model had its reasoning, which goes back to it in that field.
CREATE TABLE model_field (backend text, model text, reasoning text NOT NULL, PRIMARY KEY (backend, model));
-- The processes that serve, and their backends: an open exchange of a process that is gone was interrupted.
CREATE TABLE instance (instance_id text PRIMARY KEY, host text NOT NULL, pid bigint NOT NULL,
    started timestamptz NOT NULL, seen timestamptz NOT NULL, backends text[] NOT NULL DEFAULT '{}');

CREATE TABLE exchange (
    run_id text NOT NULL REFERENCES run (run_id) ON DELETE CASCADE, number integer NOT NULL, instance_id text NOT NULL,
    -- By the clock of the service, which may be set; by the database's, the only one that says how long a run was idle.
    received timestamptz NOT NULL, begun timestamptz NOT NULL DEFAULT now(),
    dialect text NOT NULL, method text NOT NULL, path text NOT NULL, client text NOT NULL, stream boolean NOT NULL,
    -- facts: what is known of the request, but for body_hash. Short documents are json: jsonb takes a third more.
    faulty boolean NOT NULL, answer_key text NOT NULL, conversation integer NOT NULL, link json NOT NULL,
    facts json NOT NULL, body_hash text NOT NULL, content_hash text NOT NULL,
    -- The backend that was asked, under which name of the model, and where its reasoning was looked for.
    backend text, backend_model text, reasoning_state text,
    -- JSON pointers to what a translation of the request did not carry; what was put back: see repaired_messages.
    dropped jsonb NOT NULL DEFAULT '[]', repairs jsonb NOT NULL DEFAULT '[]',
    -- Whether its observations are what differs from the request before it (link.parent), not all of them; then also
    -- whether it left out an answer that the request before it carried.
    observes_changes boolean NOT NULL DEFAULT false, cuts_history boolean,
    -- Of a settled history (each answer in it is known by its visible content): its hash, and the user turns whose
    -- reasoning is as issued, was changed and is missing; the latter two are null where all of it is as issued.
    kept_hash uuid, kept_ranges int4multirange, modified_ranges int4multirange, missing_ranges int4multirange,
    -- finish: why the model stopped.
    outcome text NOT NULL, finish text, status integer, error text, tokens bigint, input_tokens integer,
    output_tokens integer, cached_tokens integer, reasoning_tokens integer,
    -- Since the request; asked: when the backend was.
    asked_micros bigint, first_event_micros bigint, first_token_micros bigint, total_micros bigint,
    -- [{"kind", "at", "detail"}]; JSON text that the backend issued and gets back; {"reward": 1.0}, for samples.
    anomalies json NOT NULL DEFAULT '[]', reasoning_details text, rewards jsonb,
    -- How much passed, of an exchange that a backend answered beside the dialects; its bodies are not kept.
    request_bytes bigint, answer_bytes bigint,
    -- By its client (DELETE v1/responses/{id}): no request can read or continue the answer any more. unrecorded: the
    -- database was unavailable when the exchange began or ended; its client received an error.
    response_deleted boolean NOT NULL DEFAULT false, unrecorded boolean NOT NULL DEFAULT false,
    PRIMARY KEY (run_id, number)
);
CREATE INDEX exchange_conversation ON exchange (run_id, conversation);
-- Long keys are indexed by 32 bits of a hash, in less than half the space; queries compare the keys as well.
CREATE INDEX exchange_body_hash ON exchange (run_id, hashtext(body_hash), (-number));
CREATE INDEX exchange_content_hash ON exchange (run_id, hashtext(content_hash)) WHERE content_hash <> '';
CREATE INDEX exchange_answer_key ON exchange USING hash (answer_key);
CREATE INDEX exchange_open ON exchange (run_id, instance_id) WHERE outcome = 'OPEN';
ALTER TABLE exchange ALTER COLUMN run_id SET STATISTICS 0, ALTER COLUMN link SET STATISTICS 0,
    ALTER COLUMN body_hash SET STATISTICS 0, ALTER COLUMN content_hash SET STATISTICS 0,
    ALTER COLUMN kept_hash SET STATISTICS 0, ALTER COLUMN rewards SET STATISTICS 0,
    ALTER COLUMN facts SET STATISTICS 0, ALTER COLUMN anomalies SET STATISTICS 0, ALTER COLUMN repairs SET STATISTICS 0,
    ALTER COLUMN dropped SET STATISTICS 0, ALTER COLUMN kept_ranges SET STATISTICS 0,
    ALTER COLUMN modified_ranges SET STATISTICS 0, ALTER COLUMN missing_ranges SET STATISTICS 0;
-- Messages into which reasoning was put back. Each of [{"path", "exchange", "by", "blocks", "following": {"times",
-- "messages", "exchanges"}}] is a series (`RepairSeries`), whose times counts the first one too.
CREATE FUNCTION repaired_messages(repairs jsonb) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(sum(coalesce((one#>>'{following,times}')::integer, 1)), 0)::integer
    FROM jsonb_array_elements(repairs) one
$$;
-- The tables from here to token_slice have no foreign keys: rows are written with their exchange, or only if it exists,
-- and deleted after their run, when no exchange of it can be written any more.
--
-- The body of a request: `head` bytes of the beginning and `tail` bytes of the end of the body of `base`, and the bytes
-- between; whole where base is null. Of one that a later body may be based on: the steps from the last whole body, the
-- bytes kept since then, and where the later one may differ (`BodyMarks`).
CREATE TABLE exchange_body (
    run_id text NOT NULL, exchange integer NOT NULL, body bytea NOT NULL, base integer, head integer, tail integer,
    place integer, chain bigint, marks bytea, PRIMARY KEY (run_id, exchange));
ALTER TABLE exchange_body ALTER COLUMN run_id SET STATISTICS 0, ALTER COLUMN body SET STATISTICS 0,
    ALTER COLUMN marks SET STATISTICS 0;
-- Rebuilt from the rows back to the last whole one, of each the bytes that are left of it: costs what the body is long.
CREATE FUNCTION rebuilt_body(run text, request integer) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE found record; whole bytea; step record;
BEGIN
    WITH RECURSIVE path AS (
        SELECT b.base, coalesce(b.head, 0) AS head, coalesce(b.tail, 0) AS tail, b.body, 0 AS depth
        FROM exchange_body b WHERE b.run_id = run AND b.exchange = request
        UNION ALL
        SELECT b.base, coalesce(b.head, 0), coalesce(b.tail, 0), b.body, p.depth + 1
        FROM path p CROSS JOIN LATERAL (
            SELECT * FROM exchange_body WHERE run_id = run AND exchange = p.base OFFSET 0) b),
    -- Of both ends of a body, as much is left as the least that a later one has in common.
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
    IF found.is_there AND found.is_joined THEN RETURN found.beginning || found.ending; END IF;
    -- A beginning that reaches into the end of an earlier body, or an end into its beginning.
    FOR step IN
        WITH RECURSIVE path AS (
            SELECT b.*, 0 AS depth FROM exchange_body b WHERE b.run_id = run AND b.exchange = request
            UNION ALL
            SELECT b.*, p.depth + 1 FROM path p JOIN exchange_body b ON b.run_id = run AND b.exchange = p.base)
        SELECT body, base, head, tail FROM path ORDER BY depth DESC
    LOOP
        whole := CASE WHEN step.base IS NULL THEN step.body
            ELSE substring(whole FROM 1 FOR step.head) || step.body
                || substring(whole FROM length(whole) - step.tail + 1) END;
    END LOOP;
    RETURN whole;
END $$;
-- Request bodies as received, with their sizes; null for one whose base was removed.
CREATE VIEW request_body AS
SELECT run_id, exchange, coalesce(head, 0)::bigint + octet_length(body) + coalesce(tail, 0) AS bytes,
    CASE WHEN base IS NULL THEN body ELSE rebuilt_body(run_id, exchange) END AS body
FROM exchange_body;
-- Pieces of a large request body on their way to exchange_body, within one transaction: none is ever committed here.
CREATE UNLOGGED TABLE body_piece (answer_key text NOT NULL, piece integer NOT NULL, bytes bytea NOT NULL,
    PRIMARY KEY (answer_key, piece));
ALTER TABLE body_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE item (
    run_id text NOT NULL, exchange integer NOT NULL, ordinal integer NOT NULL, category text NOT NULL,
    token text NOT NULL, value text NOT NULL, block integer NOT NULL, field text NOT NULL, call_id text,
    signature text, PRIMARY KEY (run_id, exchange, ordinal));
CREATE INDEX item_run_token ON item (run_id, token) WHERE token <> '';
-- Call ids may be longer than an index row: some gateways put a provider's signature into them. An item whose value is
-- its call id has an empty one.
CREATE INDEX item_run_call ON item (run_id, hashtext(call_id)) WHERE call_id IS NOT NULL AND category = 'TOOL_ID';
-- Finds the run of a stray token.
CREATE INDEX item_token ON item (token) WHERE token <> '';
ALTER TABLE item ALTER COLUMN run_id SET STATISTICS 0, ALTER COLUMN value SET STATISTICS 0,
    ALTER COLUMN call_id SET STATISTICS 0;
-- Conversations with an answer whose content or a call id a later answer of the run, with which this is written, has
-- too: a request may mean either, and is traced by its whole history.
CREATE TABLE repeated_answer (run_id text NOT NULL, conversation integer NOT NULL, PRIMARY KEY (run_id, conversation));
-- What a request (observer) did with items of one earlier answer for which the same is due (NONE: it carries them no
-- more and need not). first: of the items, whose ordinals are null where they follow one another.
CREATE TABLE observation (
    observer integer NOT NULL, exchange integer NOT NULL, first integer NOT NULL, ordinals integer[],
    run_id text NOT NULL, due text NOT NULL, scope text NOT NULL,
    -- What the paths of the items have in common, up to a slash. Of each item, a line how it was found: one that came
    -- back exactly as it was is the rest of its path, after '=' where the last name of the path is the field; any other
    -- JSON of what differs from that, its path whole; empty where due is NONE. Digests of due, scope and sighting: the
    -- lowest bit is 1 where the whole answer is absent.
    start text NOT NULL, sighted text NOT NULL, digests bigint[] NOT NULL,
    PRIMARY KEY (run_id, observer, exchange, first)
);
ALTER TABLE observation ALTER COLUMN run_id SET STATISTICS 0, ALTER COLUMN ordinals SET STATISTICS 0,
    ALTER COLUMN sighted SET STATISTICS 0, ALTER COLUMN digests SET STATISTICS 0;
-- The same, a row for each item.
CREATE VIEW observed_item (run_id, observer, exchange, ordinal, due, scope, sighting, digest) AS
SELECT a.run_id, a.observer, a.exchange, coalesce(i.ordinal, a.first + i.place::integer - 1), a.due, a.scope,
    CASE WHEN a.due = 'NONE' THEN 'null'::jsonb
        ELSE '{"turnPresent": true, "place": "OWN", "text": "EXACT", "signature": "NOT_ISSUED", "inOrder": true,
            "copies": 1, "path": "", "field": ""}'::jsonb
            || CASE left(i.sighted, 1) WHEN '{' THEN i.sighted::jsonb
                WHEN '=' THEN jsonb_build_object('path', a.start || substring(i.sighted FROM 2),
                    'field', substring(i.sighted FROM '[^/]*$'))
                ELSE jsonb_build_object('path', a.start || i.sighted) END END,
    i.digest
FROM observation a
CROSS JOIN LATERAL unnest(a.ordinals, string_to_array(a.sighted, E'\n'), a.digests)
    WITH ORDINALITY AS i (ordinal, sighted, digest, place);
-- Everything that a request did with items of earlier answers.
CREATE FUNCTION request_observations(run text, request integer) RETURNS TABLE (
    exchange integer, ordinal integer, due text, scope text, sighting jsonb) LANGUAGE sql STABLE ROWS 100 AS $$
    WITH RECURSIVE path AS (
        SELECT e.number, (e.link->>'parent')::integer AS parent, e.observes_changes, 0 AS depth
        FROM exchange e WHERE e.run_id = $1 AND e.number = $2
        UNION ALL
        SELECT e.number, (e.link->>'parent')::integer, e.observes_changes, p.depth + 1
        FROM path p JOIN exchange e ON e.run_id = $1 AND e.number = p.parent WHERE p.observes_changes)
    SELECT * FROM (SELECT DISTINCT ON (o.exchange, o.ordinal) o.exchange, o.ordinal, o.due, o.scope, o.sighting
        FROM path p CROSS JOIN LATERAL (
            SELECT * FROM observed_item WHERE run_id = $1 AND observer = p.number OFFSET 0) o
        ORDER BY o.exchange, o.ordinal, p.depth) latest
    WHERE latest.due <> 'NONE'
$$;
-- One row per flushed slice of an exchange's events, as bytes: see SliceCodec.
CREATE TABLE token_slice (
    run_id text NOT NULL, exchange integer NOT NULL, first_seq integer NOT NULL, created timestamptz NOT NULL,
    events bytea NOT NULL, PRIMARY KEY (run_id, exchange, first_seq, created)
) PARTITION BY RANGE (created);
ALTER TABLE token_slice ALTER COLUMN events SET STATISTICS 0;
-- Three to a page. A slice of 256 short deltas stays as it is; with longer texts it is compressed.
CREATE TABLE token_slice_default PARTITION OF token_slice DEFAULT WITH (toast_tuple_target = 2680);
ALTER TABLE token_slice_default ALTER COLUMN events SET STATISTICS 0;
-- Makes the partitions of today and of days after it, also from several processes at once. A day whose rows are in the
-- default partition already stays there. A new partition takes no statistics targets over.
CREATE FUNCTION token_slice_partitions_ahead(days integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE day date; name text;
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
            EXECUTE format('ALTER TABLE %I ALTER COLUMN events SET STATISTICS 0', name);
        EXCEPTION WHEN check_violation THEN
            RAISE NOTICE 'the day % stays in the default partition', day;
        END;
    END LOOP;
END $$;
-- The events of such bytes, as SliceCodec reads them.
CREATE FUNCTION slice_events(events bytea) RETURNS TABLE (place integer, kind smallint, text text, micros bigint)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    at integer := 1; octet integer; shift integer := 0; number bigint := 0; total integer; before bigint := 0;
    kinds smallint[] := '{}'; times bigint[] := '{}'; lengths integer[] := '{}';
BEGIN
    IF get_byte(events, 0) <> 1 THEN RAISE EXCEPTION 'a slice was written by a later version'; END IF;
    WHILE total IS NULL OR cardinality(lengths) < total LOOP
        octet := get_byte(events, at); at := at + 1;
        number := number | ((octet & 127)::bigint << shift); shift := shift + 7;
        CONTINUE WHEN octet > 127;
        IF total IS NULL THEN
            total := number;
        ELSIF cardinality(kinds) < total AND kind IS NULL THEN
            kind := number;
        ELSIF cardinality(kinds) < total THEN
            kinds := kinds || array_fill(kind, ARRAY[number::integer]);
            kind := NULL;
        ELSIF cardinality(times) < total THEN
            before := before + (((number >> 1) & 9223372036854775807) # -(number & 1));
            times := times || before;
        ELSE
            lengths := lengths || number::integer;
        END IF;
        number := 0; shift := 0;
    END LOOP;
    FOR i IN 1..total LOOP
        place := i; kind := kinds[i]; micros := times[i];
        text := convert_from(substring(events FROM at + 1 FOR lengths[i]), 'UTF8');
        at := at + lengths[i];
        RETURN NEXT;
    END LOOP;
END $$;

-- One row per event; micros since the request; kind as in TokenKind.
CREATE VIEW stream_token AS
SELECT s.run_id, s.exchange, s.first_seq + e.place - 1 AS seq, e.kind, e.text, e.micros
FROM token_slice s CROSS JOIN LATERAL slice_events(s.events) e;

-- The judgement of a sealed run; what pages show of it; what a report says of all exchanges and items.
CREATE TABLE verdict (
    run_id text PRIMARY KEY REFERENCES run (run_id) ON DELETE CASCADE, verdict text NOT NULL,
    scored timestamptz NOT NULL, report jsonb NOT NULL, summary jsonb NOT NULL, tally jsonb NOT NULL,
    -- Whether the evidence of the run could not be written when it was sealed, and still is to be.
    owes_evidence boolean NOT NULL DEFAULT false);
CREATE INDEX verdict_owes ON verdict (run_id) WHERE owes_evidence;
CREATE INDEX verdict_word ON verdict (verdict, run_id COLLATE "C" DESC);

-- The keys that let in, and the sessions of browsers; of each its SHA-256. Limits that are null are the deployment's. What
-- a key of scope MEASURE (or ADMIN) measures counts for everyone; what another key measures is its own.
CREATE TABLE access_key (
    key_id text PRIMARY KEY CHECK (key_id ~ '^[0-9a-v]{10}$'), name text NOT NULL,
    scope text NOT NULL CHECK (scope IN ('READ', 'RUN', 'MEASURE', 'ADMIN')), revoked timestamptz,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32), requests_per_minute bigint, streams bigint, body_bytes bigint,
    runs_per_day bigint, created timestamptz NOT NULL DEFAULT now(), sessions bytea[] NOT NULL DEFAULT '{}');

-- The compatibility matrix: what this deployment measured. Axes that do not apply are empty texts, so that keys compare.
CREATE TABLE product (
    product_id text PRIMARY KEY CHECK (product_id ~ '^[a-z0-9][a-z0-9._@/-]{0,99}$'),
    kind text NOT NULL CHECK (kind IN ('CLIENT', 'SDK', 'GATEWAY', 'BACKEND')), title text NOT NULL,
    scheme text NOT NULL CHECK (scheme IN ('SEMVER', 'BUILD', 'DATE')), registry text NOT NULL DEFAULT '',
    -- {"1.18.33": "2026-11-21T04:00:00Z"}: when the registry published each release.
    releases jsonb NOT NULL DEFAULT '{}', revision bigint NOT NULL DEFAULT 0);
-- What a registry once listed as the latest version. latest_by: the key that reported it.
CREATE TABLE product_version (
    product_id text NOT NULL REFERENCES product (product_id), version text NOT NULL,
    first_seen timestamptz NOT NULL, is_latest boolean NOT NULL DEFAULT false,
    latest_by text, latest_from text NOT NULL DEFAULT '', PRIMARY KEY (product_id, version));
-- How often the tables of the matrix changed. Each change takes the next number, and gives it to its rows.
CREATE TABLE matrix_revision (revision bigint NOT NULL); INSERT INTO matrix_revision VALUES (0);

-- One row per eligible run: sealed, without injected faults, of a declared client, a backend check or (origin TRAFFIC,
-- in separate cells) live traffic. It outlives the run, so no foreign key.
CREATE TABLE evidence (
    run_id text COLLATE "C" PRIMARY KEY, origin text NOT NULL CHECK (origin IN ('HERE', 'PROJECT', 'TRAFFIC')),
    cell_key text COLLATE "C" NOT NULL, suite integer NOT NULL, scenario text NOT NULL, policy text NOT NULL,
    streaming text NOT NULL, client text NOT NULL, client_version text NOT NULL, variant text NOT NULL,
    model text NOT NULL, gateway text NOT NULL, gateway_version text NOT NULL, backend text NOT NULL,
    backend_version text NOT NULL, template text NOT NULL, dialect_in text NOT NULL, dialect_out text NOT NULL,
    sealed timestamptz NOT NULL, exchanges integer NOT NULL, seconds double precision NOT NULL,
    -- {"THINK": {"status", "withinTurn", "acrossTurns", "due", "exact", "outcomes"}}; request shapes without texts.
    capabilities jsonb NOT NULL, shapes jsonb NOT NULL DEFAULT '[]', how jsonb NOT NULL DEFAULT '{}',
    -- The key for which alone it counts; the key and, of what is no run of this service, the address that sent it.
    owner text, said_by text, said_from text NOT NULL DEFAULT '', vendor text NOT NULL DEFAULT '',
    -- The packages of the client, as resolved; the field of reasoning in chat answers, empty for reasoning_content.
    sdk text NOT NULL DEFAULT '', reasoning_field text NOT NULL DEFAULT '', revision bigint NOT NULL);
CREATE INDEX evidence_revision ON evidence (revision);
-- Of what replication brings from a cell the number means nothing here: it gets one of this deployment.
CREATE FUNCTION evidence_arrived() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
    UPDATE matrix_revision SET revision = revision + 1 RETURNING revision INTO NEW.revision;
    RETURN NEW; END $$;
CREATE TRIGGER evidence_arrived BEFORE INSERT OR UPDATE ON evidence FOR EACH ROW EXECUTE FUNCTION evidence_arrived();
ALTER TABLE evidence ENABLE REPLICA TRIGGER evidence_arrived;
-- Cells are computed from the newest shared evidence, however much of one key lies between.
CREATE INDEX evidence_shared ON evidence (cell_key, sealed DESC, run_id) WHERE owner IS NULL;
CREATE INDEX evidence_owner ON evidence (owner, cell_key, sealed DESC, run_id) WHERE owner IS NOT NULL;

-- The products that the project has recipes or checks for. More are added when runs of them are measured.
INSERT INTO product (product_id, kind, title, scheme, registry)
SELECT id, kind, title, CASE id WHEN 'llama.cpp' THEN 'BUILD' ELSE 'SEMVER' END, registry FROM (VALUES
    ('ai-sdk-openai-compatible', 'SDK', 'AI SDK, OpenAI-compatible', 'npm:@ai-sdk/openai-compatible'),
    ('ai-sdk-openrouter', 'SDK', 'AI SDK, OpenRouter', 'npm:@openrouter/ai-sdk-provider'),
    ('claude-agent-sdk', 'SDK', 'Claude Agent SDK', 'npm:@anthropic-ai/claude-agent-sdk'),
    ('langchain-openrouter', 'SDK', 'LangChain, OpenRouter', 'npm:@langchain/openrouter'),
    ('langchain-anthropic', 'SDK', 'LangChain, Anthropic', 'npm:@langchain/anthropic'), ('vllm', 'BACKEND', 'vLLM', ''),
    ('openai-agents', 'SDK', 'OpenAI Agents SDK, JavaScript', 'npm:@openai/agents'),
    ('langchain-deepseek', 'SDK', 'LangChain, DeepSeek', 'npm:@langchain/deepseek'),
    ('anthropic-node', 'SDK', 'Anthropic for JavaScript', 'npm:@anthropic-ai/sdk'), ('sglang', 'BACKEND', 'SGLang', ''),
    ('ai-sdk-moonshotai', 'SDK', 'AI SDK, Moonshot', 'npm:@ai-sdk/moonshotai'), ('agno', 'SDK', 'Agno', 'pypi:agno'),
    ('ai-sdk-togetherai', 'SDK', 'AI SDK, Together', 'npm:@ai-sdk/togetherai'),
    ('langchain-openai', 'SDK', 'LangChain, OpenAI', 'npm:@langchain/openai'),
    ('ai-sdk-anthropic', 'SDK', 'AI SDK, Anthropic', 'npm:@ai-sdk/anthropic'),
    ('claude-code', 'CLIENT', 'Claude Code', 'npm:@anthropic-ai/claude-code'),
    ('ai-sdk-fireworks', 'SDK', 'AI SDK, Fireworks', 'npm:@ai-sdk/fireworks'),
    ('together-node', 'SDK', 'Together for JavaScript', 'npm:together-ai'), ('camel', 'SDK', 'CAMEL', 'pypi:camel-ai'),
    ('ai-sdk-cerebras', 'SDK', 'AI SDK, Cerebras', 'npm:@ai-sdk/cerebras'), ('crewai', 'SDK', 'CrewAI', 'pypi:crewai'),
    ('ai-sdk-deepseek', 'SDK', 'AI SDK, DeepSeek', 'npm:@ai-sdk/deepseek'), ('cline', 'CLIENT', 'Cline', 'npm:cline'),
    ('ai-sdk-openai', 'SDK', 'AI SDK, OpenAI', 'npm:@ai-sdk/openai'), ('codex', 'CLIENT', 'Codex', 'npm:@openai/codex'),
    ('qwen-code', 'CLIENT', 'Qwen Code', 'npm:@qwen-code/qwen-code'), ('litellm', 'SDK', 'LiteLLM SDK', 'pypi:litellm'),
    ('langchain-xai', 'SDK', 'LangChain, xAI', 'npm:@langchain/xai'), ('llama.cpp', 'BACKEND', 'llama.cpp server', ''),
    ('llamaindex', 'SDK', 'LlamaIndex', 'npm:@llamaindex/openai'), ('kilo', 'CLIENT', 'Kilo Code', 'npm:@kilocode/cli'),
    ('openai-node', 'SDK', 'OpenAI for JavaScript', 'npm:openai'), ('mastra-core', 'SDK', 'Mastra', 'npm:@mastra/core'),
    ('pi', 'CLIENT', 'pi', 'npm:@earendil-works/pi-coding-agent'), ('kimi-cli', 'CLIENT', 'Kimi CLI', 'pypi:kimi-cli'),
    ('grok-cli', 'CLIENT', 'Grok CLI', 'npm:@vibe-kit/grok-cli'), ('opencode', 'CLIENT', 'opencode', 'npm:opencode-ai'),
    ('groq-node', 'SDK', 'Groq for JavaScript', 'npm:groq-sdk'), ('google-adk', 'SDK', 'Google ADK', 'pypi:google-adk'),
    ('continue', 'CLIENT', 'Continue', 'npm:@continuedev/cli'), ('ai-sdk-xai', 'SDK', 'AI SDK, xAI', 'npm:@ai-sdk/xai'),
    ('codex-sdk', 'SDK', 'Codex SDK', 'npm:@openai/codex-sdk'), ('autogen', 'SDK', 'AutoGen', 'pypi:autogen-agentchat'),
    ('ai-sdk-groq', 'SDK', 'AI SDK, Groq', 'npm:@ai-sdk/groq'),
    ('openai-python', 'SDK', 'OpenAI for Python', 'pypi:openai'),
    ('anthropic-python', 'SDK', 'Anthropic for Python', 'pypi:anthropic'), ('droid', 'CLIENT', 'Droid', 'npm:droid'),
    ('langchain-openai-python', 'SDK', 'LangChain for Python, OpenAI', 'pypi:langchain-openai'),
    ('langchain-anthropic-python', 'SDK', 'LangChain for Python, Anthropic', 'pypi:langchain-anthropic'),
    ('langchain-deepseek-python', 'SDK', 'LangChain for Python, DeepSeek', 'pypi:langchain-deepseek'),
    ('langchain-openrouter-python', 'SDK', 'LangChain for Python, OpenRouter', 'pypi:langchain-openrouter'),
    ('openai-agents-python', 'SDK', 'OpenAI Agents SDK, Python', 'pypi:openai-agents'),
    ('pydantic-ai', 'SDK', 'Pydantic AI', 'pypi:pydantic-ai-slim'), ('haystack', 'SDK', 'Haystack', 'pypi:haystack-ai'),
    ('llama-index', 'SDK', 'LlamaIndex for Python', 'pypi:llama-index-llms-openai-like'), ('mlx', 'BACKEND', 'MLX', ''),
    ('strands', 'SDK', 'Strands Agents', 'pypi:strands-agents'), ('smolagents', 'SDK', 'smolagents', 'pypi:smolagents'),
    ('openai-java', 'SDK', 'OpenAI for Java', 'maven:com.openai:openai-java'),
    ('anthropic-java', 'SDK', 'Anthropic for Java', 'maven:com.anthropic:anthropic-java'),
    ('spring-ai-openai', 'SDK', 'Spring AI, OpenAI', 'maven:org.springframework.ai:spring-ai-openai'),
    ('spring-ai-anthropic', 'SDK', 'Spring AI, Anthropic', 'maven:org.springframework.ai:spring-ai-anthropic'),
    ('langchain4j-openai', 'SDK', 'LangChain4j, OpenAI', 'maven:dev.langchain4j:langchain4j-open-ai'),
    ('langchain4j-anthropic', 'SDK', 'LangChain4j, Anthropic', 'maven:dev.langchain4j:langchain4j-anthropic'),
    ('go-openai', 'SDK', 'go-openai', 'go:github.com/sashabaranov/go-openai'),
    ('openai-go', 'SDK', 'OpenAI for Go', 'go:github.com/openai/openai-go/v3'),
    ('anthropic-go', 'SDK', 'Anthropic for Go', 'go:github.com/anthropics/anthropic-sdk-go/v2'),
    ('agent-framework-python', 'SDK', 'Microsoft Agent Framework for Python', 'pypi:agent-framework-core'),
    ('claude-agent-sdk-python', 'SDK', 'Claude Agent SDK for Python', 'pypi:claude-agent-sdk'),
    ('mini-swe-agent', 'SDK', 'mini-swe-agent', 'pypi:mini-swe-agent'), ('throughline', 'GATEWAY', 'Throughline', ''),
    ('mistral-vibe', 'CLIENT', 'Mistral Vibe', 'pypi:mistral-vibe'),
    ('openhands', 'SDK', 'OpenHands SDK', 'pypi:openhands-sdk'),
    ('langchain-litellm-python', 'SDK', 'LangChain for Python, LiteLLM', 'pypi:langchain-litellm')
) AS known (id, kind, title, registry);

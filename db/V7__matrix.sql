-- The compatibility matrix: products, the evidence of runs as it counts, the cells computed from it, and claims.
--
-- Axes that do not apply are empty texts, so that keys compare. Texts of clients are written as in V1.

CREATE TABLE product (
    product_id text PRIMARY KEY CHECK (product_id ~ '^[a-z0-9][a-z0-9._@/-]{0,99}$'),
    kind       text NOT NULL CHECK (kind IN ('CLIENT', 'SDK', 'GATEWAY', 'BACKEND')),
    title      text NOT NULL,
    scheme     text NOT NULL CHECK (scheme IN ('SEMVER', 'BUILD', 'DATE')),
    registry   text NOT NULL DEFAULT ''
);

-- sort_key orders the versions of one product by its characters.
CREATE TABLE product_version (
    product_id text             NOT NULL REFERENCES product (product_id),
    version    text             NOT NULL,
    sort_key   text COLLATE "C" NOT NULL,
    first_seen timestamptz      NOT NULL,
    is_latest  boolean          NOT NULL DEFAULT false,
    PRIMARY KEY (product_id, version)
);
CREATE INDEX product_version_order ON product_version (product_id, sort_key);

-- One row per eligible run: sealed, without injected faults, of a declared client or a backend check. It outlives the
-- run, so no foreign key. capabilities: {"THINK": {"status", "withinTurn", "acrossTurns", "due", "exact", "outcomes"}};
-- shapes: request shapes without texts.
CREATE TABLE evidence (
    run_id          text COLLATE "C" PRIMARY KEY,
    origin          text             NOT NULL CHECK (origin IN ('HERE', 'PROJECT')),
    cell_key        text COLLATE "C" NOT NULL,
    suite           integer          NOT NULL,
    scenario        text             NOT NULL,
    policy          text             NOT NULL,
    streaming       text             NOT NULL,
    client          text             NOT NULL,
    client_version  text             NOT NULL,
    variant         text             NOT NULL,
    model           text             NOT NULL,
    gateway         text             NOT NULL,
    gateway_version text             NOT NULL,
    backend         text             NOT NULL,
    backend_version text             NOT NULL,
    template        text             NOT NULL,
    dialect_in      text             NOT NULL,
    dialect_out     text             NOT NULL,
    sealed          timestamptz      NOT NULL,
    exchanges       integer          NOT NULL,
    seconds         double precision NOT NULL,
    capabilities    jsonb            NOT NULL,
    shapes          jsonb            NOT NULL DEFAULT '[]',
    how             jsonb            NOT NULL DEFAULT '{}'
);
CREATE INDEX evidence_cell ON evidence (cell_key, sealed DESC, run_id);
CREATE INDEX evidence_time ON evidence (sealed);

-- The current status of a capability for a combination; one row per cell_key and capability.
-- cell_id: derived from cell_key and capability. counts: {"PRESERVED": 3}.
CREATE TABLE cell (
    cell_id         text COLLATE "C" PRIMARY KEY,
    cell_key        text COLLATE "C" NOT NULL,
    capability      text             NOT NULL,
    suite           integer          NOT NULL,
    scenario        text             NOT NULL,
    policy          text             NOT NULL,
    streaming       text             NOT NULL,
    client          text             NOT NULL,
    client_version  text             NOT NULL,
    client_order    text COLLATE "C" NOT NULL,
    variant         text             NOT NULL,
    model           text             NOT NULL,
    gateway         text             NOT NULL,
    gateway_version text             NOT NULL,
    backend         text             NOT NULL,
    backend_version text             NOT NULL,
    backend_order   text COLLATE "C" NOT NULL,
    template        text             NOT NULL,
    dialect_in      text             NOT NULL,
    dialect_out     text             NOT NULL,
    status          text             NOT NULL,
    within_turn     text             NOT NULL,
    across_turns    text             NOT NULL,
    is_flaky        boolean          NOT NULL,
    confidence      text             NOT NULL,
    counts          jsonb            NOT NULL,
    votes           integer          NOT NULL,
    latest_run      text             NOT NULL,
    first_measured  timestamptz      NOT NULL,
    last_measured   timestamptz      NOT NULL,
    UNIQUE (cell_key, capability)
);
-- Pages are read in this order.
CREATE INDEX cell_client ON cell (client, client_order DESC, cell_id);
CREATE INDEX cell_backend ON cell (backend, backend_order DESC, cell_id);
CREATE INDEX cell_status ON cell (capability, status, cell_id);

CREATE TABLE claim (
    claim_id   text PRIMARY KEY,
    product_id text NOT NULL REFERENCES product (product_id),
    version    text NOT NULL DEFAULT '',
    capability text NOT NULL,
    status     text NOT NULL,
    text       text NOT NULL,
    source     text NOT NULL,
    reported   date NOT NULL,
    key_id     text,
    created    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX claim_product ON claim (product_id, version);

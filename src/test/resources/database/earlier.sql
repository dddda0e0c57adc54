-- What a development version that still had migrations left in a database: a part of its tables, and their history.

CREATE TABLE flyway_schema_history (
    installed_rank integer PRIMARY KEY, version varchar(50), description varchar(200) NOT NULL,
    type varchar(20) NOT NULL, script varchar(1000) NOT NULL, checksum integer, installed_by varchar(100) NOT NULL,
    installed_on timestamp NOT NULL DEFAULT now(), execution_time integer NOT NULL, success boolean NOT NULL
);
INSERT INTO flyway_schema_history (installed_rank, version, description, type, script, checksum, installed_by,
    execution_time, success)
SELECT row_number() OVER (), version, replace(name, '_', ' '), 'SQL', 'V' || version || '__' || name || '.sql', checksum,
    'postgres', 20, true
FROM (VALUES
    ('1', 'runs_exchanges_tokens', -1631211247), ('2', 'proxied_exchanges', -121301058),
    ('3', 'long_call_ids', -1349582636), ('4', 'access_keys', 661473470), ('5', 'cheaper_exchanges', 656430515),
    ('6', 'retention', 1442241176), ('7', 'matrix', 1989871577), ('8', 'exchange_begun', 729759940),
    ('9', 'products', 919405332), ('10', 'first_claims', 260248654), ('11', 'measured_file', -1698917284),
    ('12', 'pages_by_every_axis', -1852479128), ('23', 'votes_by_scope', -2122577928),
    ('29', 'retention_by_keys', 1941358793), ('30', 'seal_reason', -87675564), ('31', 'rescore_lease', -1713191268),
    ('32', 'deleted_responses', -950951764), ('35', 'backend_of_exchange', 295600108),
    ('38', 'dropped_fields', 2085494597), ('45', 'runs_without_a_request', 1300431148),
    ('49', 'passed_bytes', -1989970568), ('59', 'body_pieces', 249873954), ('60', 'own_cells', 1298003003),
    ('61', 'reasoning_details', 679986945), ('62', 'running_rows_in_place', 789260681),
    ('70', 'observations_as_changes', 616333678), ('71', 'bodies_as_differences', -2034698898),
    ('80', 'runs_of_live_traffic', -1453995475), ('85', 'runs_by_verdict_backend_client', 207393953),
    ('92', 'histories_kept_whole', -806705050), ('96', 'packages_and_reasoning_fields', -1106330648),
    ('97', 'repeated_answers', -524268633), ('98', 'evidence_of_live_traffic', -448641035),
    ('100', 'estimates_without_runs', 833092500), ('110', 'exchange_timing', 2066293735),
    ('111', 'published_runs', 1231302038), ('112', 'verdict_summaries', -1950022380),
    ('113', 'cells_by_client_and_capability', -1792864268), ('120', 'verdict_tallies', 614130503),
    ('121', 'unrecorded_exchanges', 1937893657), ('122', 'run_tallies', 511302456),
    ('126', 'observed_answers', -1469702888), ('127', 'bodies_once', -1926254602),
    ('128', 'turns_as_ranges', 1145652275), ('129', 'statistics_of_texts', -1706189792),
    ('130', 'settled_histories', 182818813), ('131', 'repairs_as_series', -777419041),
    ('132', 'slices_as_bytes', -2145068071)
) AS applied (version, name, checksum);

CREATE TABLE run (run_id text COLLATE "C" PRIMARY KEY, state text NOT NULL, label text NOT NULL);
INSERT INTO run VALUES ('run-1', 'SEALED', 'of old');

CREATE TABLE exchange (
    run_id text NOT NULL REFERENCES run (run_id) ON DELETE CASCADE, number integer NOT NULL, outcome text NOT NULL,
    PRIMARY KEY (run_id, number)
);
INSERT INTO exchange VALUES ('run-1', 1, 'COMPLETED');

CREATE TABLE token_slice (
    run_id text NOT NULL, exchange integer NOT NULL, first_seq integer NOT NULL, kinds smallint[], texts text[],
    micros bigint[], created timestamptz NOT NULL, events bytea, PRIMARY KEY (run_id, exchange, first_seq, created)
) PARTITION BY RANGE (created);
CREATE TABLE token_slice_default PARTITION OF token_slice DEFAULT;
INSERT INTO token_slice VALUES ('run-1', 1, 0, '{4,4}', '{a,b}', '{1,2}', now(), NULL);

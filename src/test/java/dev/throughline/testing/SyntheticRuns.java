package dev.throughline.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// Fills a database with runs that were never made: their rows, an exchange of each, and their evidence. Keys have the
/// names that `CellIdDigest` gives them.
///
/// Runs are spread evenly over the last 400 days. A combination has about twenty, all of one status, and one has every
/// fifty-third of all; one combination in twenty is a check of a backend.
public final class SyntheticRuns {
    /// How many clients there usually are: `synthetic-00` and so on.
    public static final int CLIENTS = 20;

    private static final int RUNS_OF_A_KEY = 20;
    private static final int KEYS_OF_A_VERSION = 25;
    private static final List<String> BACKENDS =
            List.of(" ", "llama.cpp b4712", "llama.cpp b5001", "vllm 0.6.0", "sglang 0.5.0");
    private static final String TABLES = """
            CREATE TEMP TABLE made_version (place integer, client text, version text);
            CREATE TEMP TABLE made_backend (place integer, backend text, version text, template text)
            """;
    private static final String PRODUCTS = """
            INSERT INTO product SELECT DISTINCT client, 'CLIENT', client, 'SEMVER', '' FROM made_version
            ON CONFLICT DO NOTHING""";
    private static final String KEYS = """
            CREATE TEMP TABLE made_key AS
            SELECT g AS place, 1 AS suite, CASE WHEN rest %% 6 = 5 THEN 'parallel' ELSE 'tools' END AS scenario,
                CASE WHEN rest / 15 %% 2 = 0 THEN 'preserved' ELSE 'interleaved' END AS policy,
                CASE WHEN rest %% 4 = 3 THEN 'whole' ELSE 'stream' END AS streaming,
                v.client, v.version AS client_version,
                CASE WHEN rest %% 10 = 9 THEN 'interleaved' ELSE '' END AS variant,
                (ARRAY['glm-4.7', 'glm-5', 'glm-4.5', ''])[1 + g %% 4] AS model,
                CASE WHEN rest %% 12 = 11 THEN 'throughline' ELSE '' END AS gateway,
                CASE WHEN rest %% 12 = 11 THEN '1.0.0' ELSE '' END AS gateway_version,
                b.backend, b.version AS backend_version, b.template,
                (ARRAY['openai-chat', 'anthropic', 'responses'])[1 + rest %% 3] AS dialect
            FROM (SELECT g, g / %2$d AS rest FROM generate_series(0, %1$d) g) k
            JOIN made_version v ON v.place = g %% %2$d
            JOIN made_backend b ON b.place = rest %% 5""";
    private static final String CHECKS = """
            INSERT INTO made_key
            SELECT %1$d + g, 1, 'probe', 'preserved', 'stream', '', '', '', 'glm-4.7', '', '', 'llama.cpp',
                'b' || 6000 + g, encode(sha256('template'), 'hex'), 'openai-chat'
            FROM generate_series(1, %2$d) g""";
    // Source: CellIdDigest.
    private static final String NAMES = """
            ALTER TABLE made_key ADD cell_key text;
            UPDATE made_key SET cell_key = left(encode(sha256(convert_to((
                SELECT string_agg(length(part) || ':' || part, '' ORDER BY nr) FROM unnest(ARRAY[suite::text, scenario,
                    upper(policy), upper(streaming), client, client_version, variant, model, gateway, gateway_version,
                    backend, backend_version, template, dialect, dialect]) WITH ORDINALITY AS p (part, nr)
                ), 'UTF8')), 'hex'), 32);
            CREATE TEMP TABLE made_capability AS
            SELECT place, cell_key, capability,
                (ARRAY['BROKEN', 'PARTIAL', 'PRESERVED', 'PRESERVED', 'PRESERVED'])[1 + abs(hashtext(cell_key
                    || capability) % 5)] AS status
            FROM made_key CROSS JOIN unnest(ARRAY['THINK', 'CONTENT', 'TOOL_ID', 'TOOL_IN', 'TOOL_OUT', 'ORDER'])
                AS c (capability);
            ALTER TABLE made_key ADD capabilities jsonb;
            UPDATE made_key k SET capabilities = c.said FROM (
                SELECT place, jsonb_object_agg(capability, jsonb_build_object('status', status, 'withinTurn', status,
                    'acrossTurns', status, 'due', 4, 'exact', 2, 'outcomes', '{}'::jsonb)) AS said
                FROM made_capability GROUP BY place) c WHERE c.place = k.place;
            CREATE INDEX ON made_key (place);
            ANALYZE made_key;
            ANALYZE made_capability""";
    private static final String RUNS = """
            CREATE TEMP TABLE made_run AS
            SELECT at,
                lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || left(md5(i::text), 16) AS run_id,
                CASE WHEN i %% 53 = 0 THEN 0 ELSE i %% %2$d END AS place
            FROM (SELECT i, now() - (%1$d - i) * interval '400 days' / %1$d AS at FROM generate_series(1, %1$d) i) r;
            ANALYZE made_run;
            INSERT INTO run (run_id, state, mode, label, client_name, client_version, settings, exchanges, created,
                last_active, idle_timeout_ms, sealed, signature_key)
            SELECT run_id, 'SEALED', 'STUB', 'made', nullif(client, ''), nullif(client_version, ''),
                jsonb_build_object('label', 'made', 'mode', 'STUB', 'policy', 'PRESERVED', 'idleTimeout', 'PT10M',
                    'maxRequests', 1000, 'stub', jsonb_build_object('scenario', 'TOOLS', 'pace', 'PT0S', 'seed', 0,
                        'tokens', 200, 'output', 'NATIVE', 'redacted', false, 'faults', '[]'::jsonb,
                        'reasoningField', 'REASONING_CONTENT'),
                    'client', CASE WHEN client <> '' THEN
                        jsonb_build_object('name', client, 'version', client_version, 'packages', '[]'::jsonb) END),
                1, at, at, 600000, at, '\\x00'
            FROM made_run JOIN made_key USING (place) ORDER BY run_id;
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome, status)
            SELECT run_id, 1, 'gone', at, 'openai-chat', 'POST', '/v1/chat/completions', 'made', true, false,
                md5(run_id), 1, '{"conversation": 1, "parent": null, "turn": 1, "step": 1}',
                jsonb_build_object('dialect', 'OPENAI_CHAT', 'kind', 'MAIN', 'model', 'made', 'bodyHash', md5(run_id),
                    'messages', 1, 'userTurns', 1, 'assistantMessages', 0, 'tools', 0, 'params', '{}'::jsonb,
                    'foreignTokens', '[]'::jsonb, 'retryOf', NULL, 'sessionKey', NULL, 'clearThinking', NULL),
                md5(run_id), md5(run_id), 'COMPLETED', 200
            FROM made_run ORDER BY run_id;
            INSERT INTO evidence (run_id, origin, cell_key, suite, scenario, policy, streaming, client, client_version,
                variant, model, gateway, gateway_version, backend, backend_version, template, dialect_in, dialect_out,
                sealed, exchanges, seconds, capabilities, revision)
            SELECT run_id, 'HERE', cell_key, suite, scenario, policy, streaming, client, client_version, variant, model,
                gateway, gateway_version, backend, backend_version, template, dialect, dialect, at, 1, 1.5,
                capabilities, 0
            FROM made_run JOIN made_key USING (place) ORDER BY run_id""";
    private static final String END = """
            DROP TABLE made_version, made_backend, made_key, made_capability, made_run""";
    private static final List<String> LARGE = List.of("run", "exchange", "evidence");

    private SyntheticRuns() {}

    /// Writes them; takes about a minute for a million.
    /// @param connection that commits each statement
    /// @param runs how many; at least 10,000
    public static void load(Connection connection, int runs) throws SQLException {
        int versions = CLIENTS * (runs / (RUNS_OF_A_KEY * KEYS_OF_A_VERSION * CLIENTS));
        int keys = versions * KEYS_OF_A_VERSION;
        int checks = keys / 20;
        try (Statement statement = connection.createStatement()) {
            statement.execute(TABLES);
            versions(connection, versions);
            backends(connection);
            statement.execute(PRODUCTS);
            statement.execute(KEYS.formatted(keys - 1, versions));
            statement.execute(CHECKS.formatted(keys - 1, checks));
            statement.execute(NAMES);
            statement.execute(RUNS.formatted(runs, keys + checks));
            statement.execute(END);
            for (String table : LARGE) {
                statement.execute("VACUUM ANALYZE " + table);
            }
        }
    }

    /// The name of a client.
    /// @param number from 0
    public static String client(int number) {
        return "synthetic-%02d".formatted(number);
    }

    private static void versions(Connection connection, int count) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO made_version VALUES (?, ?, ?)")) {
            for (int place = 0; place < count; place++) {
                String version = "1." + place / CLIENTS + ".0";
                insert.setInt(1, place);
                insert.setString(2, client(place % CLIENTS));
                insert.setString(3, version);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void backends(Connection connection) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO made_backend VALUES (?, ?, ?, CASE WHEN ? = '' THEN ''"
                        + " ELSE encode(sha256(convert_to(?, 'UTF8')), 'hex') END)")) {
            for (String backend : BACKENDS) {
                String[] parts = (backend + " ").split(" ", -1);
                insert.setInt(1, BACKENDS.indexOf(backend));
                insert.setString(2, parts[0]);
                insert.setString(3, parts[1]);
                insert.setString(4, parts[0]);
                insert.setString(5, backend);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}

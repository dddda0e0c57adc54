package dev.throughline.bench;

import dev.throughline.access.KeyLimits;
import dev.throughline.access.KeyTable;
import dev.throughline.access.Limit;
import dev.throughline.access.Scope;
import dev.throughline.store.database.Database;
import dev.throughline.testing.SyntheticRuns;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/// The runs and keys that the bench of the pages puts into the database of a started service: synthetic sealed
/// runs with verdicts, spread over fifty keys, a tenth of them live traffic, a fifth of them of a backend, one in a
/// thousand published.
final class PagesBenchData {
    private static final String VERDICTS = """
            INSERT INTO verdict (run_id, verdict, scored, report, summary, tally)
            SELECT run_id, word, now(), report,
                jsonb_build_object('verdict', report, 'requests', '[]'::jsonb, 'more', 0),
                '{"items": {"due": {}, "returned": {}, "observed": [], "lost": 0, "requests": [], "omitted": 0},
                    "run": {"exchanges": 1, "main": 1, "kwargs": 0, "params": [], "issued": [], "issuesSignatures": false,
                        "anomalies": {}, "repairs": 0, "repairedBlocks": 0, "repairedBy": {}, "preservation": []}}'
            FROM (SELECT run_id, word, jsonb_build_object('verdict', word, 'assessment', word || ': synthetic.',
                'capabilities', jsonb_build_object('THINK', jsonb_build_object('status', 'PARTIAL', 'withinTurn',
                    'PRESERVED', 'acrossTurns', 'BROKEN', 'due', 4, 'exact', 2, 'outcomes', '{}'::jsonb)),
                'items', '[]'::jsonb, 'notes', '[]'::jsonb) AS report
            FROM (SELECT run_id, (ARRAY['PASS', 'PASS', 'PASS', 'PASS', 'FAIL', 'INCONCLUSIVE'])[1
                + abs(hashtext(run_id)) % 6] AS word FROM run WHERE state = 'SEALED') r) judged
            ON CONFLICT DO NOTHING""";
    private static final String SPREAD = """
            UPDATE run SET
                key_id = 'benchrun' || lpad((abs(hashtext(run_id)) % 50)::text, 2, '0'),
                published = abs(hashtext(run_id)) % 1000 = 7,
                live_base = CASE WHEN abs(hashtext(run_id)) % 10 = 7 THEN 'stub' END,
                live_day = CASE WHEN abs(hashtext(run_id)) % 10 = 7 THEN (created AT TIME ZONE 'UTC')::date END,
                mode = CASE WHEN abs(hashtext(run_id)) % 5 = 3 THEN 'PROXY' ELSE mode END,
                settings = CASE WHEN abs(hashtext(run_id)) % 5 = 3
                    THEN settings || '{"backend": "vllm", "mode": "PROXY"}'::jsonb ELSE settings END
            WHERE label = 'made'""";

    private final Database database;

    PagesBenchData(Database database) {
        this.database = database;
    }

    /// @param runs how many, at least 10,000
    void fill(int runs) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            SyntheticRuns.load(connection, runs);
            statement.execute(VERDICTS);
            statement.execute(SPREAD);
            statement.execute("VACUUM ANALYZE verdict");
            statement.execute("VACUUM ANALYZE run");
        }
    }

    /// A new key without a practical limit.
    String key(Scope scope) {
        Map<Limit, Long> limits = Map.of(Limit.REQUESTS_PER_MINUTE, 1_000_000L, Limit.STREAMS, 1_000L);
        return new KeyTable(database.dataSource())
                .create("bench", scope, new KeyLimits(limits))
                .reveal();
    }

    long runs() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM run")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /// The run with so many older ones.
    String oldest(long skipped) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT run_id FROM run WHERE label = 'made' ORDER BY run_id LIMIT 1 OFFSET " + skipped)) {
            rows.next();
            return rows.getString(1);
        }
    }
}

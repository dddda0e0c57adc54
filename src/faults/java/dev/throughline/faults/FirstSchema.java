package dev.throughline.faults;

import dev.throughline.load.FaultDatabase;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;

/// A database as the first version left it: its schema, and many copies of what a service has recorded.
///
/// The recorded runs are put aside, the schema is made anew up to the first migration, and each run is copied under new
/// ids into the columns that it had then.
record FirstSchema(FaultDatabase database) {
    private static final String[] PUT_ASIDE = {
        "CREATE SCHEMA kept",
        "CREATE TABLE kept.run AS SELECT * FROM run WHERE state = 'SEALED'",
        "CREATE TABLE kept.exchange AS SELECT * FROM exchange WHERE run_id IN (SELECT run_id FROM kept.run)",
        "CREATE TABLE kept.exchange_body AS SELECT * FROM exchange_body",
        "CREATE TABLE kept.item AS SELECT * FROM item",
        "CREATE TABLE kept.observation AS SELECT * FROM observed_item",
        "CREATE TABLE kept.verdict AS SELECT * FROM verdict",
        """
        CREATE TABLE kept.token_slice AS
        SELECT s.run_id, s.exchange, s.first_seq, s.created, e.*
        FROM token_slice s CROSS JOIN LATERAL (
            SELECT array_agg(kind ORDER BY place) AS kinds, array_agg(text ORDER BY place) AS texts,
                array_agg(micros ORDER BY place) AS micros
            FROM slice_events(s.events)) e""",
        "DROP SCHEMA public CASCADE",
        "CREATE SCHEMA public"
    };
    private static final String[][] TABLES = {
        {
            "run",
            "state, mode, label, client_name, client_version, settings, exchanges, created, last_active,"
                    + " idle_timeout_ms, sealed, signature_key"
        },
        {
            "exchange",
            "number, instance_id, received, dialect, method, path, client, stream, faulty, answer_key, conversation,"
                    + " link, facts, body_hash, content_hash, outcome, status, tokens, input_tokens, output_tokens,"
                    + " first_event_micros, total_micros, error"
        },
        {"exchange_body", "exchange, body"},
        {"item", "exchange, ordinal, category, token, value, block, field, call_id, signature"},
        {"observation", "observer, exchange, ordinal, due, scope, sighting"},
        {"verdict", "verdict, scored, report"},
        {"token_slice", "exchange, first_seq, kinds, texts, micros, created"}
    };
    private static final String COPY = """
            INSERT INTO %1$s (run_id, %2$s)
            SELECT copy_id(k.run_id, g), %2$s FROM kept.%1$s k JOIN kept.run r USING (run_id)
            CROSS JOIN generate_series(1, %3$d) g""";

    /// Makes it of the sealed runs that the database has; no service may run on it.
    /// @param copies of each of them
    void make(int copies) throws SQLException {
        for (String statement : PUT_ASIDE) {
            database.execute(statement);
        }
        Flyway.configure()
                .dataSource("jdbc:" + database.url().replaceFirst("//[^@]*@", "//"), "postgres", "none")
                .locations("filesystem:db")
                .target("1")
                .load()
                .migrate();
        database.execute("CREATE FUNCTION copy_id(run_id text, place bigint) RETURNS text LANGUAGE sql IMMUTABLE AS"
                + " $$ SELECT run_id || '-' || place $$");
        for (String[] table : TABLES) {
            database.execute(COPY.formatted(table[0], qualified(table[1]), copies)
                    .replaceFirst("\\(run_id, [^)]*\\)", "(run_id, " + table[1] + ")"));
        }
        database.execute("DROP FUNCTION copy_id");
        database.execute("ANALYZE");
    }

    /// The id of a copy.
    static String copy(String run, int place) {
        return run + "-" + place;
    }

    private static String qualified(String columns) {
        return "k." + columns.replace(", ", ", k.");
    }
}

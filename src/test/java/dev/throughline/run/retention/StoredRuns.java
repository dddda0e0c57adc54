package dev.throughline.run.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// Writes runs as the service leaves them, and counts what is left of them.
record StoredRuns(DataSource database) {
    private static final String RUN = """
            INSERT INTO run (run_id, state, mode, label, client_name, client_version, settings, exchanges, created,
                last_active, idle_timeout_ms, sealed, signature_key, pinned)
            VALUES (?, ?, 'STUB', '', ?, '1.0', '{}', 0, now(), now(), 1000, ?, '', ?)""";
    private static final String EXCHANGE = """
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome)
            VALUES (?, ?, 'gone', now(), 'ANTHROPIC', 'POST', '/', '', true, false, '', 1, '{}', '{}', '', '', ?)""";
    private static final String BODY = "INSERT INTO exchange_body VALUES (?, ?, decode(repeat('ab', 100), 'hex'))";
    private static final String ITEM = """
            INSERT INTO item (run_id, exchange, ordinal, category, token, value, block, field)
            VALUES (?, ?, 0, 'THINK', '', 'thought', 0, 'reasoning')""";
    private static final String SEEN = """
            INSERT INTO observation (run_id, observer, exchange, first, due, scope, start, sighted, digests)
            VALUES (?, ?, 2, 0, 'MUST', 'WITHIN_TURN', '', '/path', '{1}')""";
    private static final String VERDICT = "INSERT INTO verdict VALUES (?, 'PASS', now(), '{}', '{}', '{}')";
    private static final String SLICE = "INSERT INTO token_slice VALUES (?, ?, 0, ?, '\\x01020402020201016162')";
    private static final String COUNTER = "UPDATE run SET exchanges = ? WHERE run_id = ?";

    /// A sealed run without a declared client.
    void sealed(String run, Instant at) {
        run(run, "SEALED", null, at, false);
    }

    /// A sealed run of a client.
    void sealedBy(String client, String run, Instant at) {
        run(run, "SEALED", client, at, false);
    }

    void pinned(String run, Instant at) {
        run(run, "SEALED", null, at, true);
    }

    /// An open run.
    void open(String run) {
        run(run, "RUNNING", null, null, false);
    }

    /// Exchanges with everything that belongs to them.
    /// @param at when their tokens were written
    void exchanges(String run, int count, Instant at) {
        for (int number = 1; number <= count; number++) {
            update(EXCHANGE, run, number, "COMPLETED");
            update(BODY, run, number);
            update(ITEM, run, number);
            update(SEEN, run, number);
            slice(run, number, at);
        }
        update(COUNTER, count, run);
    }

    /// An exchange with an answer in flight.
    void openExchange(String run, int number) {
        update(EXCHANGE, run, number, "OPEN");
    }

    void slice(String run, int number, Instant at) {
        update(SLICE, run, number, OffsetDateTime.ofInstant(at, ZoneOffset.UTC));
    }

    /// The partition of a day.
    String partition(Instant within) {
        LocalDate day = LocalDate.ofInstant(within, ZoneOffset.UTC);
        String name = "token_slice_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
        update("CREATE TABLE IF NOT EXISTS " + name + " PARTITION OF token_slice FOR VALUES FROM ('" + day
                + " 00:00:00+00') TO ('" + day.plusDays(1) + " 00:00:00+00')");
        return name;
    }

    boolean exists(String table) {
        return number("SELECT count(*) FROM pg_class WHERE relname = '" + table + "'") == 1;
    }

    long count(String table, String run) {
        return number("SELECT count(*) FROM " + table + " WHERE run_id = '" + run + "'");
    }

    /// How many rows of each kind are left: bodies, tokens, exchanges with items and observations, verdicts, runs.
    String left(String run) {
        return "%d bodies, %d slices, %d exchanges, %d items, %d seen, %d verdicts, %d runs"
                .formatted(
                        count("exchange_body", run),
                        count("token_slice", run),
                        count("exchange", run),
                        count("item", run),
                        count("observed_item", run),
                        count("verdict", run),
                        count("run", run));
    }

    /// Everything of every run, to be compared.
    String everything() {
        return text("""
                SELECT concat_ws('/', (SELECT string_agg(r::text, ';' ORDER BY run_id) FROM run r),
                    (SELECT count(*) FROM exchange_body), (SELECT count(*) FROM token_slice),
                    (SELECT count(*) FROM exchange), (SELECT count(*) FROM item), (SELECT count(*) FROM observed_item),
                    (SELECT count(*) FROM verdict), (SELECT count(*) FROM pg_inherits))""");
    }

    long number(String sql) {
        return Long.parseLong(text(sql));
    }

    void update(String sql, @Nullable Object... values) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void run(String run, String state, @Nullable String client, @Nullable Instant sealed, boolean pinned) {
        OffsetDateTime at = sealed == null ? null : OffsetDateTime.ofInstant(sealed, ZoneOffset.UTC);
        update(RUN, run, state, client, at, pinned);
        if (sealed != null) {
            update(VERDICT, run);
        }
    }

    private String text(String sql) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.throughline.bench;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Writes runs as they stand in the end, with the times of a clock of its own. Each is one conversation: its requests
/// grow by what was said, and each sees every item of all answers before it.
///
/// @param turns exchanges of a run
/// @param tokens of an answer
/// @param sliceEvents tokens in one row
record DayTraffic(Connection connection, int turns, int tokens, int sliceEvents) {
    /// What an answer plants: its thinking, its text, the id of a call, its input.
    static final int ITEMS = 4;

    private static final int FIRST_BODY = 4_000;
    private static final String IDS =
            "SELECT ? || lpad(i::text, 9, '0') AS run_id, ?::timestamptz AS at FROM generate_series(?, ?) i";
    private static final String RUN = """
            INSERT INTO run (run_id, state, mode, label, settings, exchanges, created, last_active, idle_timeout_ms,
                sealed, signature_key)
            SELECT run_id, 'SEALED', 'STUB', 'day', '{}', %d, at, at, 600000, at, '\\x00' FROM (%s) r""";
    private static final String VERDICT = """
            INSERT INTO verdict SELECT run_id, 'PASS', at, jsonb_build_object('items', repeat('exact ', 100))
            FROM (%s) r""";
    private static final String EXCHANGE = """
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome, status, tokens)
            SELECT run_id, k, 'gone', at, 'openai-chat', 'POST', '/v1/chat/completions', 'day/1.0', true, false,
                md5(run_id || k), 1, '{"conversation": 1, "turn": 1, "step": 1}',
                jsonb_build_object('model', 'glm-4.7', 'messages', 2 * k, 'bodyHash', md5(run_id || k)),
                md5('b' || run_id || k), md5('c' || run_id || k), 'COMPLETED', 200, %d
            FROM (%s) r CROSS JOIN generate_series(1, %d) k""";
    private static final String BODY = """
            INSERT INTO exchange_body SELECT run_id, k, substr(?::bytea, 1, %d + k * %d)
            FROM (%s) r CROSS JOIN generate_series(1, %d) k""";
    private static final String ITEM = """
            INSERT INTO item (run_id, exchange, ordinal, category, token, value, block, field, call_id)
            SELECT run_id, k, o, 'THINK', '[THINK-OAI-T' || k || '-' || left(md5(run_id || k || o), 8) || ']',
                left(?, 300), 0, 'reasoning_content', CASE WHEN o = 2 THEN 'call_' || md5(run_id || k) END
            FROM (%s) r CROSS JOIN generate_series(1, %d) k CROSS JOIN generate_series(0, %d) o""";
    private static final String SEEN = """
            INSERT INTO observation
            SELECT run_id, k, e, o, 'MUST', 'WITHIN_TURN', '{"outcome": "EXACT", "path": "/messages/1/content"}'
            FROM (%s) r CROSS JOIN generate_series(2, %d) k CROSS JOIN LATERAL generate_series(1, k - 1) e
            CROSS JOIN generate_series(0, %d) o""";
    private static final String SLICE = """
            INSERT INTO token_slice
            SELECT run_id, k, s, array_fill(4::smallint, ARRAY[cardinality(t.texts)]), t.texts, t.micros, at
            FROM (%1$s) r CROSS JOIN generate_series(1, %2$d) k CROSS JOIN (
                SELECT s, (?::text[])[s + 1:s + %3$d] AS texts, (?::bigint[])[s + 1:s + %3$d] AS micros
                FROM generate_series(0, %4$d, %3$d) s) t""";

    /// Runs with all that belongs to them, in one transaction.
    /// @param first the number of the first, unlike all others
    void write(Instant at, int first, int count) throws SQLException {
        connection.setAutoCommit(false);
        run(RUN.formatted(turns, IDS), at, first, count);
        run(VERDICT.formatted(IDS), at, first, count);
        run(EXCHANGE.formatted(tokens, IDS, turns), at, first, count);
        run(
                BODY.formatted(FIRST_BODY, tokens * 5, IDS, turns),
                at,
                first,
                count,
                prose(FIRST_BODY + turns * tokens * 5).getBytes(StandardCharsets.UTF_8));
        run(ITEM.formatted(IDS, turns, ITEMS - 1), at, first, count, prose(300));
        run(SEEN.formatted(IDS, turns, ITEMS - 1), at, first, count);
        slices(at, first, count);
        connection.commit();
        connection.setAutoCommit(true);
    }

    /// The id of a run.
    static String id(Instant at, int number) {
        return prefix(at) + "%09d".formatted(number);
    }

    private static String prefix(Instant at) {
        return "%012x-".formatted(at.toEpochMilli());
    }

    private void slices(Instant at, int first, int count) throws SQLException {
        Object[] texts = IntStream.range(0, tokens).mapToObj(DayTraffic::word).toArray();
        Object[] micros = LongStream.range(0, tokens).mapToObj(i -> 50_000 * i).toArray();
        String sql = SLICE.formatted(IDS, turns, sliceEvents, tokens - 1);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            ids(statement, 1, at, first, count);
            statement.setArray(5, connection.createArrayOf("text", texts));
            statement.setArray(6, connection.createArrayOf("bigint", micros));
            statement.executeUpdate();
        }
    }

    /// @param before values of parameters that stand before those of the ids
    private void run(String sql, Instant at, int first, int count, Object... before) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < before.length; i++) {
                statement.setObject(i + 1, before[i]);
            }
            ids(statement, before.length + 1, at, first, count);
            statement.executeUpdate();
        }
    }

    private static void ids(PreparedStatement statement, int from, Instant at, int first, int count)
            throws SQLException {
        statement.setString(from, prefix(at));
        statement.setObject(from + 1, OffsetDateTime.ofInstant(at, ZoneOffset.UTC));
        statement.setInt(from + 2, first);
        statement.setInt(from + 3, first + count - 1);
    }

    /// When it is busy: most at three in the afternoon, a ninth of it at three in the night; 1 on average.
    static double busyness(Duration ofDay) {
        return 1 + 0.8 * Math.cos(2 * Math.PI * (ofDay.toMinutes() / 60.0 - 15) / 24);
    }

    // Words of a few letters, some more frequent than others, as prose compresses.
    private static String prose(int length) {
        StringBuilder prose = new StringBuilder();
        for (int i = 0; prose.length() < length; i++) {
            prose.append(word(i));
        }
        return prose.substring(0, length);
    }

    private static String word(int place) {
        var random = new Random(place);
        long number = (long) (1_000 * Math.pow(random.nextDouble(), 3));
        return " " + Long.toString(7_919 * (number + 30), 36);
    }
}

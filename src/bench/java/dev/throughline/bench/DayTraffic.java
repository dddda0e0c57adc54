package dev.throughline.bench;

import dev.throughline.run.journal.SliceBytes;
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

/// Writes runs as the service leaves them, timed by a simulated clock. Each is one conversation: its
/// requests grow by what was said, of which each body has what is new, and each returns the answer before it whole.
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
            INSERT INTO verdict
            SELECT run_id, 'PASS', at, jsonb_build_object('items', repeat('exact ', 100)), '{}', '{}'
            FROM (%s) r""";
    private static final String EXCHANGE = """
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome, status, tokens,
                observes_changes)
            SELECT run_id, k, 'gone', at, 'openai-chat', 'POST', '/v1/chat/completions', 'day/1.0', true, false,
                md5(run_id || k), 1, '{"conversation": 1, "turn": 1, "step": 1}',
                jsonb_build_object('model', 'glm-4.7', 'messages', 2 * k, 'bodyHash', md5(run_id || k)),
                md5('b' || run_id || k), md5('c' || run_id || k), 'COMPLETED', 200, %d, k > 1
            FROM (%s) r CROSS JOIN generate_series(1, %d) k""";
    private static final String BODY = """
            WITH whole AS (SELECT ?::bytea AS said)
            INSERT INTO exchange_body (run_id, exchange, body, base, head, tail, place, chain)
            SELECT run_id, k, CASE WHEN k = 1 THEN substr(said, 1, %1$d) ELSE substr(said, kept + 1, %2$d) END,
                CASE WHEN k > 1 THEN k - 1 END, CASE WHEN k > 1 THEN kept END, CASE WHEN k > 1 THEN 0 END, k - 1,
                kept + %2$d
            FROM whole CROSS JOIN (%3$s) r CROSS JOIN generate_series(1, %4$d) k
            CROSS JOIN LATERAL (SELECT %1$d + (k - 2) * %2$d AS kept) before""";
    private static final String ITEM = """
            INSERT INTO item (run_id, exchange, ordinal, category, token, value, block, field, call_id)
            SELECT run_id, k, o, 'THINK', '[THINK-OAI-T' || k || '-' || left(md5(run_id || k || o), 8) || ']',
                left(?, 300), 0, 'reasoning_content', CASE WHEN o = 2 THEN 'call_' || md5(run_id || k) END
            FROM (%s) r CROSS JOIN generate_series(1, %d) k CROSS JOIN generate_series(0, %d) o""";
    private static final String SEEN = """
            INSERT INTO observation (run_id, observer, exchange, first, due, scope, start, sighted, digests)
            SELECT run_id, k, k - 1, 0, 'MUST', 'WITHIN_TURN', '/messages/' || 2 * k - 1,
                E'/reasoning_content\\n/content\\n/tool_calls/0/id\\n/tool_calls/0',
                ARRAY[k, -k, k * 7919, k - 7919]::bigint[]
            FROM (%s) r CROSS JOIN generate_series(2, %d) k""";
    private static final String SLICE = """
            INSERT INTO token_slice
            SELECT run_id, k, (place - 1) * %3$d, at, events FROM (%1$s) r CROSS JOIN generate_series(1, %2$d) k
            CROSS JOIN unnest(?::bytea[]) WITH ORDINALITY AS slice (events, place)""";

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
        run(SEEN.formatted(IDS, turns), at, first, count);
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
        byte[][] slices = IntStream.iterate(0, from -> from < tokens, from -> from + sliceEvents)
                .mapToObj(from -> slice(from, Math.min(tokens, from + sliceEvents)))
                .toArray(byte[][]::new);
        String sql = SLICE.formatted(IDS, turns, sliceEvents);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            ids(statement, 1, at, first, count);
            statement.setArray(5, connection.createArrayOf("bytea", slices));
            statement.executeUpdate();
        }
    }

    private static byte[] slice(int from, int to) {
        return SliceBytes.texts(
                IntStream.range(from, to).mapToObj(DayTraffic::word).toArray(String[]::new),
                IntStream.range(from, to).mapToLong(i -> 50_000L * i).toArray());
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

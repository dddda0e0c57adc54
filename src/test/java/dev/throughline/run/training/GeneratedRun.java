package dev.throughline.run.training;

import dev.throughline.testing.TestRun;
import io.vertx.mutiny.sqlclient.Pool;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/// Fills a run with exchanges that were never made.
final class GeneratedRun {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String FACTS = """
            {"dialect": "OPENAI_CHAT", "model": "glm-4.7", "kind": "MAIN", "messages": 1, "assistantMessages": 0,
             "userTurns": 1, "tools": 0, "params": {}, "sessionKey": null, "clearThinking": null, "bodyHash": "",
             "retryOf": null, "foreignTokens": []}""";
    /// The exchanges from 1 to a number, the conversation and the parent of each as an expression of
    /// `n`.
    private static final String EXCHANGES = """
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome, status, finish)
            SELECT '%1$s', n, 'gone', now(), 'openai-chat', 'POST', '/v1/chat/completions', 'made/1.0', true, false,
                md5(n || '%1$s'), %3$s, jsonb_build_object('conversation', %3$s, 'parent', %4$s, 'turn', 1, 'step', n),
                '%5$s'::jsonb, md5(n::text), '', 'COMPLETED', 200, 'STOP'
            FROM generate_series(1, %2$d) n""";
    // A start, a thought, a text and a finish, as `SliceCodec` writes them.
    private static final String ANSWERS = """
            INSERT INTO token_slice (run_id, exchange, first_seq, created, events)
            SELECT '%1$s', n, 0, now(), decode('0104' || '0001010104010901' || '02020202' || '07'
                    || lpad(to_hex(length('thought ' || n)), 2, '0') || lpad(to_hex(length('answer ' || n)), 2, '0')
                    || '04', 'hex')
                || convert_to('glm-4.7' || 'thought ' || n || 'answer ' || n || 'STOP', 'UTF8')
            FROM generate_series(1, %2$d) n""";
    private static final String QUESTIONS = """
            INSERT INTO exchange_body (run_id, exchange, body)
            SELECT '%1$s', n, convert_to('{"model":"glm-4.7","messages":[{"role":"user","content":"question ' || n
                || ' ' || repeat('x', 300) || '"}]}', 'UTF8')
            FROM generate_series(1, %2$d) n""";
    private static final String HISTORIES = """
            INSERT INTO exchange_body (run_id, exchange, body)
            SELECT '%1$s', n, convert_to('{"model":"glm-4.7","messages":[' || (
                SELECT string_agg(CASE WHEN m = n THEN '{"role":"user","content":"question ' || m || '"}'
                    ELSE '{"role":"user","content":"question ' || m || '"},{"role":"assistant","content":"answer ' || m
                    || '","reasoning_content":"thought ' || m || '"}' END, ',' ORDER BY m)
                FROM generate_series(1, n) m) || ']}', 'UTF8')
            FROM generate_series(1, %2$d) n""";
    private static final String ITEMS = """
            INSERT INTO item (run_id, exchange, ordinal, category, token, value, block, field)
            SELECT '%1$s', n, 0, 'THINK', '', 'thought ' || n, 0, 'reasoning_content'
            FROM generate_series(1, %2$d) n""";
    private static final String OBSERVATIONS = """
            INSERT INTO observation (run_id, observer, exchange, first, due, scope, start, sighted, digests)
            SELECT '%1$s', n, m, 0, 'MUST', 'WITHIN_TURN', '', '{}', '{0}'
            FROM generate_series(1, %2$d) n, generate_series(1, n - 1) m""";
    private static final String COUNT = "UPDATE run SET exchanges = %2$d WHERE run_id = '%1$s'";

    private final Pool pool;
    private final URI service;

    GeneratedRun(Pool pool, URI service) {
        this.pool = pool;
        this.service = service;
    }

    /// Conversations of one exchange each.
    /// @return the run's id
    String questions(int count) throws IOException, InterruptedException {
        String run = open();
        execute(EXCHANGES.formatted(run, count, "n", "null::integer", FACTS));
        execute(QUESTIONS.formatted(run, count));
        end(run, count);
        return run;
    }

    /// One conversation that is kept whole.
    /// @return the run's id
    String conversation(int steps) throws IOException, InterruptedException {
        String run = open();
        execute(EXCHANGES.formatted(run, steps, "1", "nullif(n - 1, 0)", FACTS));
        execute(HISTORIES.formatted(run, steps));
        execute(ITEMS.formatted(run, steps));
        execute(OBSERVATIONS.formatted(run, steps));
        end(run, steps);
        return run;
    }

    void execute(String sql) {
        pool.query(sql).execute().await().atMost(PATIENCE);
    }

    private void end(String run, int count) {
        execute(ANSWERS.formatted(run, count));
        execute(COUNT.formatted(run, count));
        execute("ANALYZE exchange, exchange_body, item, observation, token_slice");
    }

    private String open() throws IOException, InterruptedException {
        return TestRun.open(service, Map.of()).id();
    }
}

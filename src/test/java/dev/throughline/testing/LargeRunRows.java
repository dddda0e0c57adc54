package dev.throughline.testing;

import java.util.List;

/// Makes a run large by SQL: from a run of two requests, of which the second continues the first.
///
/// Request 2 is the pattern: each further one, its answer, its tokens and its body are as those of request 2, and its
/// observations are those of request 2 about the answer before it. The first `longest` requests are one conversation,
/// the others are conversations of 40. Every seventh request leaves out the reasoning of the answer before it.
///
/// @param run its id
/// @param requests how many there are at the end
/// @param longest how many of them continue the first one
public record LargeRunRows(String run, int requests, int longest) {
    private static final int LENGTH = 40;
    private static final String EXCHANGES = """
            INSERT INTO exchange
            SELECT made.*
            FROM exchange e,
                (SELECT n, CASE WHEN n <= $LONGEST THEN 1 ELSE n - (n - $LONGEST - 1) % $LENGTH END AS c
                    FROM generate_series($FROM, $TO) n) numbered,
                jsonb_populate_record(e, jsonb_build_object('number', n, 'conversation', c, 'answer_key', 'k' || n,
                    'observes_changes', n <> c, 'body_hash', 'b' || n, 'content_hash', 'c' || n,
                    'link', e.link::jsonb
                        || jsonb_build_object('conversation', c, 'turn', 1 + (n - c) / 5, 'step', 1 + (n - c) % 5)
                        || jsonb_build_object('parent', CASE WHEN n = c THEN NULL ELSE n - 1 END))) made
            WHERE e.run_id = '$RUN' AND e.number = 2""";
    private static final String ITEMS = """
            INSERT INTO item
                (run_id, exchange, ordinal, category, token, value, block, field, call_id, signature)
            SELECT i.run_id, n, i.ordinal, i.category, i.token, i.value, i.block, i.field, i.call_id, i.signature
            FROM item i, generate_series($FROM, $TO) n WHERE i.run_id = '$RUN' AND i.exchange = 2""";
    private static final String OBSERVATIONS = """
            INSERT INTO observation
                (run_id, observer, exchange, first, due, scope, start, ordinals, sighted, digests)
            SELECT o.run_id, n, n - 1, o.first, o.due, o.scope, o.start, o.ordinals,
                CASE WHEN n % 7 = 0 AND o.first = 0
                    THEN regexp_replace(o.sighted, '^[^\n]*', '{"place": "NOWHERE", "text": "NONE"}')
                    ELSE o.sighted END,
                o.digests
            FROM observation o, generate_series($FROM, $TO) n
            WHERE o.run_id = '$RUN' AND o.observer = 2
                AND (n <= $LONGEST OR (n - $LONGEST - 1) % $LENGTH > 0)""";
    private static final String BODIES = """
            INSERT INTO exchange_body (run_id, exchange, body, base, head, tail, place, chain, marks)
            SELECT b.run_id, n, b.body, b.base, b.head, b.tail, b.place, b.chain, b.marks
            FROM exchange_body b, generate_series($FROM, $TO) n WHERE b.run_id = '$RUN' AND b.exchange = 2""";
    private static final String TOKENS = """
            INSERT INTO token_slice SELECT t.run_id, n, t.first_seq, t.created, t.events
            FROM token_slice t, generate_series($FROM, $TO) n WHERE t.run_id = '$RUN' AND t.exchange = 2""";

    /// The statements in their order.
    public List<String> statements() {
        return List.of(
                sql(EXCHANGES),
                sql(ITEMS),
                sql(OBSERVATIONS),
                sql(BODIES),
                sql(TOKENS),
                "UPDATE run SET exchanges = %d WHERE run_id = '%s'".formatted(requests, run),
                "ANALYZE exchange",
                "ANALYZE item",
                "ANALYZE observation",
                "ANALYZE exchange_body",
                "ANALYZE token_slice");
    }

    private String sql(String template) {
        return template.replace("$RUN", run)
                .replace("$LONGEST", Integer.toString(longest))
                .replace("$LENGTH", Integer.toString(LENGTH))
                .replace("$FROM", "3")
                .replace("$TO", Integer.toString(requests));
    }
}

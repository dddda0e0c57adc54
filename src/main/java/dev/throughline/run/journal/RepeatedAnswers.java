package dev.throughline.run.journal;

import dev.throughline.store.KeyArray;

/// Marks the conversations of earlier answers that share their content or a call id with one that is recorded
/// now: a later request may mean either. Constant in the size of the run.
///
/// Two answers that are recorded at the same moment do not see one another. The first request that carries one
/// of them finds both by their content, since each was recorded before its client received the end.
public final class RepeatedAnswers {
    // Of three answers with one content the first was marked with the second, so two are enough. Conversations are
    // looked up one by one by the exchange's key, however large the planner believes the run to be.
    private static final String MARK = """
            INSERT INTO repeated_answer (run_id, conversation)
            SELECT DISTINCT %1$s::text, twin.conversation FROM %2$s CROSS JOIN LATERAL (
                (SELECT e.conversation FROM exchange e WHERE e.run_id = %1$s
                    AND hashtext(e.content_hash) = hashtext(%4$s) AND e.content_hash = %4$s
                    AND e.content_hash <> '' AND e.number <> %3$s LIMIT 2)%5$s) twin
            WHERE twin.conversation IS NOT NULL
            ORDER BY 1, 2 ON CONFLICT DO NOTHING""";
    private static final String SAME_CALLS = """

            UNION ALL
            SELECT (SELECT e.conversation FROM exchange e WHERE e.run_id = %1$s AND e.number = same.exchange)
            FROM %3$s AS named CROSS JOIN LATERAL (
                SELECT i.exchange FROM item i WHERE i.run_id = %1$s AND hashtext(i.call_id) = hashtext(named.key)
                    AND i.call_id = named.key AND i.call_id IS NOT NULL AND i.category = 'TOOL_ID'
                    AND i.exchange <> %2$s LIMIT 2) same""";

    /// The source of what is recorded: parameters, or columns of `source`.
    ///
    /// @param source a relation with a row for each answer
    /// @param run its run
    /// @param number its exchange
    /// @param content the hash of its content
    public record Answers(String source, String run, String number, String content) {}

    private RepeatedAnswers() {}

    /// The statement for answers without calls.
    public static String mark(Answers answers) {
        return mark(answers, "");
    }

    /// The statement for answers with calls.
    /// @param calls the call ids as an array, null where an item has none
    public static String markCalls(Answers answers, String calls) {
        return mark(answers, SAME_CALLS.formatted(answers.run(), answers.number(), KeyArray.few(calls)));
    }

    private static String mark(Answers answers, String calls) {
        return MARK.formatted(answers.run(), answers.source(), answers.number(), answers.content(), calls);
    }
}

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
                (SELECT e.conversation FROM exchange e WHERE e.run_id = %1$s AND e.content_hash = %4$s
                    AND e.content_hash <> '' AND e.number <> %3$s LIMIT 2)%5$s) twin
            WHERE twin.conversation IS NOT NULL
            ORDER BY 2 ON CONFLICT DO NOTHING""";
    private static final String SAME_CALLS = """

            UNION ALL
            SELECT (SELECT e.conversation FROM exchange e WHERE e.run_id = %1$s AND e.number = same.exchange)
            FROM %3$s AS named CROSS JOIN LATERAL (
                SELECT i.exchange FROM item i WHERE i.run_id = %1$s AND left(i.call_id, 200) = left(named.key, 200)
                    AND i.call_id = named.key AND i.call_id IS NOT NULL AND i.category = 'TOOL_ID'
                    AND i.exchange <> %2$s LIMIT 2) same""";

    private RepeatedAnswers() {}

    /// The statement for an answer without calls, for the run `$1` and the exchange `$2`.
    /// @param source a relation with one row if anything is to be marked
    /// @param content the parameter with the hash of the content
    public static String mark(String source, String content) {
        return MARK.formatted("$1", source, "$2", content, "");
    }

    /// The statement, for the run `$1` and the exchange `$2`.
    /// @param source a relation with one row if anything is to be marked
    /// @param content the parameter with the hash of the content
    /// @param calls the parameter with the call ids, null where an item has none
    public static String mark(String source, String content, String calls) {
        return MARK.formatted("$1", source, "$2", content, SAME_CALLS.formatted("$1", "$2", KeyArray.few(calls)));
    }
}

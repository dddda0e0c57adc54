package dev.throughline.run;

import dev.throughline.trace.Clues;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TracedExchange;
import io.smallrye.mutiny.Uni;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Finds what a request may refer to: the exchanges of its run that its clues point at, with all exchanges of their
/// conversations, and the runs that its other trace tokens belong to.
record HistoryLookup(StatelessSession session, Run run, Clues clues) {
    // Characters of a call id in the index, as in the schema.
    private static final int INDEXED = 200;
    private static final String CONVERSATIONS = """
            SELECT DISTINCT e.conversation FROM exchange e WHERE e.run_id = :run AND e.number IN (
                SELECT exchange FROM item WHERE run_id = :run AND token = ANY (:tokens) AND token <> ''
                UNION ALL
                SELECT exchange FROM item WHERE run_id = :run AND left(call_id, 200) = ANY (:callStarts)
                    AND call_id = ANY (:calls)
                UNION ALL
                SELECT number FROM exchange
                    WHERE run_id = :run AND content_hash = ANY (:contents) AND content_hash <> ''
                UNION ALL
                SELECT number FROM exchange WHERE run_id = :run AND answer_key = ANY (:answers)
                UNION ALL
                (SELECT number FROM exchange WHERE run_id = :run AND body_hash = :body
                    ORDER BY number DESC LIMIT 1))""";
    // Of identical requests only the latest one matters: it is what this one repeats.
    private static final String BY_BODY = """
            SELECT conversation FROM exchange WHERE run_id = :run AND body_hash = :body
            ORDER BY number DESC LIMIT 1""";
    private static final String FOREIGN = """
            SELECT DISTINCT ON (token) token, run_id FROM item
            WHERE token = ANY (:tokens) AND token <> '' AND run_id <> :run ORDER BY token, run_id""";

    /// The history, ordered by number; without observations, which the tracer does not need.
    Uni<RunHistory> find() {
        return conversations()
                .chain(this::exchanges)
                .chain(exchanges -> foreign(unknown(exchanges))
                        .map(foreign -> new RunHistory(run.settings().policy(), exchanges, foreign)));
    }

    private Uni<List<Integer>> conversations() {
        String body = StoredText.encode(clues.bodyHash());
        if (hasOnlyBody()) {
            return session.createNativeQuery(BY_BODY, Integer.class)
                    .setParameter("run", run.id().value())
                    .setParameter("body", body)
                    .getResultList();
        }
        return session.createNativeQuery(CONVERSATIONS, Integer.class)
                .setParameter("run", run.id().value())
                .setParameter("tokens", array(union(clues.tokens(), clues.callIds())))
                .setParameter("callStarts", starts(array(clues.callIds())))
                .setParameter("calls", array(clues.callIds()))
                .setParameter("contents", array(clues.contentHashes()))
                .setParameter("answers", array(clues.answerKeys()))
                .setParameter("body", body)
                .getResultList();
    }

    private boolean hasOnlyBody() {
        return clues.tokens().isEmpty()
                && clues.callIds().isEmpty()
                && clues.contentHashes().isEmpty()
                && clues.answerKeys().isEmpty();
    }

    private Uni<List<TracedExchange>> exchanges(List<Integer> conversations) {
        return conversations.isEmpty()
                ? Uni.createFrom().item(List.of())
                : ExchangeReads.conversations(run.id(), conversations)
                        .read(session, false)
                        .map(found -> found.stream()
                                .map(exchange -> exchange.row().toTraced(exchange.items(), List.of()))
                                .toList());
    }

    private Set<String> unknown(List<TracedExchange> exchanges) {
        Set<String> own = exchanges.stream()
                .flatMap(exchange -> exchange.items().stream())
                .map(PlantedItem::token)
                .collect(Collectors.toSet());
        Set<String> unknown = new HashSet<>(clues.tokens());
        unknown.removeAll(own);
        return unknown;
    }

    private Uni<Map<String, String>> foreign(Set<String> tokens) {
        return tokens.isEmpty()
                ? Uni.createFrom().item(Map.of())
                : session.createNativeQuery(FOREIGN, Object[].class)
                        .setParameter("tokens", array(tokens))
                        .setParameter("run", run.id().value())
                        .getResultList()
                        .map(rows -> rows.stream()
                                .collect(Collectors.toMap(
                                        row -> StoredText.decode((String) row[0]), row -> (String) row[1])));
    }

    private static Set<String> union(Set<String> some, Set<String> more) {
        Set<String> all = new HashSet<>(some);
        all.addAll(more);
        return all;
    }

    /// What the index holds of each text.
    private static String[] starts(String[] texts) {
        return Arrays.stream(texts).map(HistoryLookup::start).toArray(String[]::new);
    }

    private static String start(String text) {
        return text.codePointCount(0, text.length()) <= INDEXED
                ? text
                : text.substring(0, text.offsetByCodePoints(0, INDEXED));
    }

    private static String[] array(Collection<String> texts) {
        return texts.stream().map(StoredText::encode).toArray(String[]::new);
    }
}

package dev.throughline.run.exchange;

import dev.throughline.run.RunId;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.store.StoredJson;
import dev.throughline.trace.PlantedItem;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.RunOutline;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// The statements of `ExchangeScan`. None has parameters or rows whose number grows with the run, but for what one
/// request did and for arrays of numbers.
record ScanQueries(StatelessSession session, RunId run) {
    private static final String LAST = "SELECT coalesce(max(number), 0) FROM exchange WHERE run_id = :run";
    private static final String ROWS =
            "from ExchangeRow e where e.runId = :run and e.number > :after and e.number <= :to order by e.number";
    // Only the id of a call is needed of an item's value: a verdict names it. Whether there is a signature is enough.
    private static final String ITEM = """
            i.exchange, i.ordinal, i.category, i.token,
            CASE WHEN i.category = 'TOOL_ID' THEN coalesce(nullif(i.value, ''), i.call_id, '') ELSE '' END,
            i.block, i.field, NULL, CASE WHEN i.signature IS NOT NULL THEN '' END""";
    private static final String ITEMS = "SELECT " + ITEM + """
             FROM item i WHERE i.run_id = :run AND i.exchange > :after AND i.exchange <= :to
            ORDER BY i.exchange, i.ordinal""";
    private static final String ANSWERS = "SELECT " + ITEM + """
            , cast(e.link->>'turn' AS integer)
            FROM jsonb_array_elements_text(CAST(CAST(:numbers AS text) AS jsonb)) AS wanted (number)
            CROSS JOIN LATERAL (SELECT number, link FROM exchange
                WHERE run_id = :run AND number = cast(wanted.number AS integer) OFFSET 0) e
            CROSS JOIN LATERAL (SELECT * FROM item WHERE run_id = :run AND exchange = e.number OFFSET 0) i
            ORDER BY i.exchange, i.ordinal""";
    // One text for some requests: a row for each request would be most of what is read.
    private static final String PARENTS = """
            SELECT coalesce(string_agg(link->>'parent', ','), '') FROM exchange
            WHERE run_id = :run AND number > :after AND number <= :to""";
    private static final String OBSERVERS = """
            SELECT coalesce(string_agg(exchange || ',' || observer, ','), '') FROM (
                SELECT exchange, max(observer) AS observer FROM observation
                WHERE run_id = :run AND observer > :after AND observer <= :to GROUP BY exchange) latest""";
    /// Whose links are read at once.
    private static final int REQUESTS = 10_000;

    private static final int TURN = 9;

    /// The greatest number of an exchange, 0 for none.
    Uni<Integer> last() {
        return session.createNativeQuery(LAST, Integer.class)
                .setParameter("run", run.value())
                .getSingleResult();
    }

    Uni<List<ExchangeRow>> rows(int after, int to, int limit) {
        return session.createSelectionQuery(ROWS, ExchangeRow.class)
                .setParameter("run", run.value())
                .setParameter("after", after)
                .setParameter("to", to)
                .setMaxResults(limit)
                .getResultList();
    }

    /// The changes of requests, for `RecordedObservations.addTo`.
    Uni<List<Object[]>> observations(int after, int to) {
        return between(RecordedObservations.OF_RANGE, after, to);
    }

    /// The items of answers, without their texts, by exchange.
    Uni<Map<Integer, List<PlantedItem>>> answers(int after, int to) {
        return between(ITEMS, after, to)
                .map(rows -> rows.stream()
                        .collect(Collectors.groupingBy(
                                row -> number(row[0]), Collectors.mapping(ItemColumns::ofRow, Collectors.toList()))));
    }

    /// The same of some answers, each with its turn.
    Uni<List<IssuedAnswer>> answers(Collection<Integer> numbers) {
        return session.createNativeQuery(ANSWERS, Object[].class)
                .setParameter("run", run.value())
                .setParameter("numbers", StoredJson.write(numbers))
                .getResultList()
                .map(rows -> {
                    Map<Integer, List<PlantedItem>> items = new LinkedHashMap<>();
                    Map<Integer, Integer> turns = new HashMap<>();
                    for (Object[] row : rows) {
                        items.computeIfAbsent(number(row[0]), _ -> new ArrayList<>())
                                .add(ItemColumns.ofRow(row));
                        turns.put(number(row[0]), number(row[TURN]));
                    }
                    return items.entrySet().stream()
                            .map(answer -> new IssuedAnswer(
                                    answer.getKey(), turns.getOrDefault(answer.getKey(), 1), answer.getValue()))
                            .toList();
                });
    }

    /// Which request continues which, and of a large run what is the last to do something with each answer.
    /// @param to number of the last exchange
    Uni<RunOutline> outline(int to) {
        int[] continuations = new int[to + 1];
        Uni<?> counted = texts(PARENTS, to, text -> numbers(text, number -> count(continuations, number)));
        if (to <= ScoredExchanges.WHOLE) {
            return counted.map(_ -> RunOutline.small(continuations));
        }
        int[] latest = new int[to + 1];
        return counted.chain(() -> texts(OBSERVERS, to, text -> observe(latest, text)))
                .map(_ -> RunOutline.large(continuations, latest));
    }

    private static void count(int[] continuations, int parent) {
        if (parent < continuations.length) {
            continuations[parent]++;
        }
    }

    /// @param pairs an answer and who observed it; later texts have later observers
    private static void observe(int[] latest, String pairs) {
        int[] answer = {-1};
        numbers(pairs, number -> {
            if (answer[0] < 0) {
                answer[0] = number;
            } else {
                if (answer[0] < latest.length) {
                    latest[answer[0]] = number;
                }
                answer[0] = -1;
            }
        });
    }

    private static void numbers(String text, IntConsumer each) {
        int from = 0;
        while (from < text.length()) {
            int comma = text.indexOf(',', from);
            int end = comma < 0 ? text.length() : comma;
            each.accept(Integer.parseInt(text, from, end, 10));
            from = end + 1;
        }
    }

    /// Reads one text for each 10,000 requests, in their order.
    private Uni<?> texts(String sql, int to, Consumer<String> each) {
        return Multi.createFrom()
                .items(IntStream.iterate(0, after -> after < to, after -> after + REQUESTS)
                        .boxed())
                .onItem()
                .transformToUniAndConcatenate(after -> session.createNativeQuery(sql, String.class)
                        .setParameter("run", run.value())
                        .setParameter("after", after)
                        .setParameter("to", Math.min(after + REQUESTS, to))
                        .getSingleResult()
                        .invoke(each))
                .collect()
                .last();
    }

    private Uni<List<Object[]>> between(String sql, int after, int to) {
        return session.createNativeQuery(sql, Object[].class)
                .setParameter("run", run.value())
                .setParameter("after", after)
                .setParameter("to", to)
                .getResultList();
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }
}

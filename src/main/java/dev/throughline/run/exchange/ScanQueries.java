package dev.throughline.run.exchange;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.run.RunId;
import dev.throughline.run.ScoredExchange;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.store.StoredJson;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.RepairSeries;
import dev.throughline.verdict.RunOutline;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// The statements of `ExchangeScan`. None has parameters or results that grow with the run, but for what one request
/// did and for arrays of numbers. Each answers with one text: most of the time would go into rows.
record ScanQueries(StatelessSession session, RunId run) {
    private static final String LAST = "SELECT coalesce(max(number), 0) FROM exchange WHERE run_id = :run";
    // A page ends after 10,000 observed items: one request whose history is recorded whole can hold thousands.
    // A range of numbers, and no limit: their count is estimated far too low, and the rest of a run would be sorted.
    // Only the id of a call is needed of an item's value: a verdict names it. Whether there is a signature is enough.
    private static final String PAGE = """
            WITH page AS MATERIALIZED (SELECT coalesce(min(observer), cast(:to AS integer)) AS through FROM (
                SELECT observer, sum(cardinality(digests)) OVER (ORDER BY observer) AS items FROM observation
                WHERE run_id = :run AND observer > :after AND observer <= :to) counted WHERE items > 10000),
            others AS MATERIALIZED (SELECT DISTINCT exchange FROM observation CROSS JOIN page
                WHERE run_id = :run AND observer > :after AND observer <= through
                    AND (exchange > :known AND exchange <= :forgotten OR exchange > through))
            SELECT through, concat('{"after":', cast(:after AS integer), ',"through":', through, ',"exchanges":[',
                (SELECT string_agg(concat('[', concat_ws(',', number,
                        cast(extract(epoch FROM received) * 1000000 AS bigint), to_json(path), cast(stream AS text),
                        cast(faulty AS text), cast(unrecorded AS text), link, facts, to_json(outcome),
                        coalesce(total_micros, 0), repairs, anomalies, cast(observes_changes AS text)), ']'), ','
                        ORDER BY number)
                    FROM exchange WHERE run_id = :run AND number > :after AND number <= through),
                '],"answers":[',
                (SELECT string_agg(cast(json_build_array(e.number, cast(e.link->>'turn' AS integer)) AS text), ',')
                    FROM others CROSS JOIN LATERAL (SELECT number, link FROM exchange
                        WHERE run_id = :run AND number = others.exchange OFFSET 0) e),
                '],"items":[',
                (SELECT string_agg(cast(json_build_array(exchange, ordinal, category, token,
                        CASE WHEN category = 'TOOL_ID' THEN coalesce(nullif(value, ''), call_id, '') ELSE '' END,
                        block, field, signature IS NOT NULL) AS text), ',' ORDER BY exchange, ordinal)
                    FROM (SELECT * FROM item WHERE run_id = :run AND exchange > :after AND exchange <= through
                        UNION ALL
                        SELECT i.* FROM others CROSS JOIN LATERAL (SELECT * FROM item
                            WHERE run_id = :run AND exchange = others.exchange OFFSET 0) i) issued),
                '],"observed":[',
                (SELECT string_agg(cast(json_build_array(observer, exchange, ordinal, due, scope,
                        cast(sighting AS text)) AS text), ',' ORDER BY observer, exchange, ordinal)
                    FROM observed_item WHERE run_id = :run AND observer > :after AND observer <= through),
                ']}')
            FROM page""";
    private static final String PARENTS = """
            SELECT concat('[', string_agg(link->>'parent', ','), ']') FROM exchange
            WHERE run_id = :run AND number > :after AND number <= :to""";
    private static final String OBSERVERS = """
            SELECT concat('[', string_agg(exchange || ',' || observer, ','), ']') FROM (
                SELECT exchange, max(observer) AS observer FROM observation
                WHERE run_id = :run AND observer > :after AND observer <= :to GROUP BY exchange) latest""";
    /// Whose links are read at once.
    private static final int REQUESTS = 10_000;

    /// The greatest number of an exchange, 0 for none.
    Uni<Integer> last() {
        return session.createNativeQuery(LAST, Integer.class)
                .setParameter("run", run.value())
                .getSingleResult();
    }

    /// What `PAGE` reads.
    /// @param after number of the exchange before them
    /// @param through number of the last one that there may be
    /// @param exchanges by number
    /// @param answers number and turn of others that they observe: forgotten, or of a request that overtook theirs
    /// @param items of both, by exchange and ordinal
    /// @param observed what the exchanges did, by number
    record ScannedPage(
            int after,
            int through,
            List<ScannedExchange> exchanges,
            List<int[]> answers,
            List<ScannedItem> items,
            List<Object[]> observed) {
        /// The items of answers, without their texts, by exchange.
        Map<Integer, List<PlantedItem>> planted() {
            return items.stream()
                    .collect(Collectors.groupingBy(
                            ScannedItem::exchange, Collectors.mapping(ScannedItem::planted, Collectors.toList())));
        }

        /// Rows for `RecordedObservations.add` from the second column on, by the exchange that observed them.
        Map<Integer, List<Object[]>> byObserver() {
            return observed.stream().collect(Collectors.groupingBy(row -> (Integer) row[0]));
        }
    }

    /// An exchange as `PAGE` writes it.
    /// @param received microseconds since 1970
    /// @param total microseconds
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record ScannedExchange(
            int number,
            long received,
            String path,
            boolean stream,
            boolean faulty,
            boolean unrecorded,
            ConversationLink link,
            RequestFacts facts,
            ExchangeOutcome outcome,
            long total,
            List<RepairSeries> repairs,
            List<RecordedAnomaly> anomalies,
            boolean observesChanges) {
        ScoredExchange with(List<PlantedItem> items, List<Observation> observations) {
            var trace = new TracedExchange(
                    number, "", link, facts, items, observations, Optional.empty(), outcome, Optional.empty());
            return new ScoredExchange(
                    Instant.EPOCH.plus(received, ChronoUnit.MICROS),
                    path,
                    stream,
                    faulty,
                    unrecorded,
                    trace,
                    RepairSeries.repairs(repairs),
                    outcome == ExchangeOutcome.OPEN ? List.of() : anomalies,
                    Duration.of(total, ChronoUnit.MICROS));
        }
    }

    /// An item as `PAGE` writes it.
    /// @param value the id of a call
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record ScannedItem(
            int exchange,
            int ordinal,
            Category category,
            String token,
            String value,
            int block,
            String field,
            boolean isSigned) {
        private PlantedItem planted() {
            return new PlantedItem(
                    ordinal,
                    category,
                    token.isEmpty() ? value : token,
                    value,
                    block,
                    field,
                    Optional.empty(),
                    isSigned ? Optional.of("") : Optional.empty());
        }
    }

    /// The exchanges above a number, up to another at most: the number that is reached, and a `ScannedPage` as text.
    /// @param recent how many answers before them are known, beside those up to `ScoredExchanges.WHOLE`
    Uni<Object[]> page(int after, int to, int recent) {
        return session.createNativeQuery(PAGE, Object[].class)
                .setParameter("run", run.value())
                .setParameter("after", after)
                .setParameter("to", to)
                .setParameter("known", ScoredExchanges.WHOLE)
                .setParameter("forgotten", after - recent)
                .getSingleResult();
    }

    /// Which request continues which, and of a large run what is the last to do something with each answer.
    /// @param to number of the last exchange
    Uni<RunOutline> outline(int to) {
        int[] continuations = new int[to + 1];
        Consumer<int[]> count = parents ->
                IntStream.of(parents).filter(parent -> parent <= to).forEach(parent -> continuations[parent]++);
        Uni<?> counted = numbers(PARENTS, to, count);
        if (to <= ScoredExchanges.WHOLE) {
            return counted.map(_ -> RunOutline.small(continuations));
        }
        int[] latest = new int[to + 1];
        // An answer and who observed it. Later ones have later observers.
        Consumer<int[]> observe = pairs -> IntStream.iterate(0, at -> at < pairs.length, at -> at + 2)
                .filter(at -> pairs[at] <= to)
                .forEach(at -> latest[pairs[at]] = pairs[at + 1]);
        return counted.chain(() -> numbers(OBSERVERS, to, observe)).map(_ -> RunOutline.large(continuations, latest));
    }

    /// Reads one array for each 10,000 requests, in their order.
    private Uni<?> numbers(String sql, int to, Consumer<int[]> each) {
        return Multi.createFrom()
                .items(IntStream.iterate(0, after -> after < to, after -> after + REQUESTS)
                        .boxed())
                .onItem()
                .transformToUniAndConcatenate(after -> session.createNativeQuery(sql, String.class)
                        .setParameter("run", run.value())
                        .setParameter("after", after)
                        .setParameter("to", Math.min(after + REQUESTS, to))
                        .getSingleResult()
                        .invoke(text -> each.accept(StoredJson.read(text, int[].class))))
                .collect()
                .last();
    }
}

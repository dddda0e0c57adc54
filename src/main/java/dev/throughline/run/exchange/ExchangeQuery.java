package dev.throughline.run.exchange;

import dev.throughline.run.RunId;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny.SelectionQuery;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Reads exchanges with their items and observations within one session.
///
/// @param condition HQL over the exchange `e` of the run `:run`
/// @param bind sets the condition's other parameters
record ExchangeQuery(RunId run, String condition, Function<SelectionQuery<?>, SelectionQuery<?>> bind, int limit) {
    private static final String ITEMS = "SELECT exchange, " + ItemColumns.NAMES
            + " FROM item WHERE run_id = :run AND exchange IN (:numbers) ORDER BY exchange, ordinal";

    /// Exchanges above a number, up to a limit.
    static ExchangeQuery after(RunId run, int number, int limit) {
        return new ExchangeQuery(run, "e.number > :after", query -> query.setParameter("after", number), limit);
    }

    /// Exchanges of one conversation above a number, up to a limit.
    static ExchangeQuery conversation(RunId run, int conversation, int after, int limit) {
        return new ExchangeQuery(
                run,
                "e.conversation = :conversation and e.number > :after",
                query -> query.setParameter("conversation", conversation).setParameter("after", after),
                limit);
    }

    static ExchangeQuery numbered(RunId run, Collection<Integer> numbers) {
        return new ExchangeQuery(
                run, "e.number in (:wanted)", query -> query.setParameter("wanted", numbers), numbers.size());
    }

    static ExchangeQuery only(RunId run, int number) {
        return new ExchangeQuery(run, "e.number = :only", query -> query.setParameter("only", number), 1);
    }

    /// The exchanges by number, with their items and observations; without what they did with items of answers before
    /// an exchange as the requests before them did.
    /// @param since that exchange; 0 for all observations
    Uni<List<Found>> read(StatelessSession session, int since) {
        return rows(session)
                .chain(rows -> rows.isEmpty() ? Uni.createFrom().item(List.of()) : details(session, rows, since));
    }

    /// The exchanges by number, without items and observations: each could have as many as its conversation.
    Uni<List<Found>> readAlone(StatelessSession session) {
        return rows(session)
                .map(rows -> rows.stream()
                        .map(row -> new Found(row, List.of(), List.of()))
                        .toList());
    }

    /// The exchanges by number with their items, without observations.
    Uni<List<Found>> readIssued(StatelessSession session) {
        return rows(session)
                .chain(rows -> items(
                                session, rows.stream().map(row -> row.number).toList())
                        .map(items -> join(rows, items, Map.of())));
    }

    /// An exchange with its items and observations.
    record Found(ExchangeRow row, List<PlantedItem> items, List<Observation> observations) {}

    private Uni<List<ExchangeRow>> rows(StatelessSession session) {
        String hql = "from ExchangeRow e where e.runId = :run and " + condition + " order by e.number";
        var query = session.createSelectionQuery(hql, ExchangeRow.class);
        bind.apply(query.setParameter("run", run.value()));
        return query.setMaxResults(limit).getResultList();
    }

    private Uni<List<Found>> details(StatelessSession session, List<ExchangeRow> rows, int since) {
        List<Integer> numbers = rows.stream().map(row -> row.number).toList();
        return items(session, numbers)
                .chain(items ->
                        observations(session, numbers, since).map(observations -> join(rows, items, observations)));
    }

    /// The contents of the answers, by their numbers.
    private Uni<Map<Integer, List<PlantedItem>>> items(StatelessSession session, List<Integer> numbers) {
        if (numbers.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        return session.createNativeQuery(ITEMS, Object[].class)
                .setParameter("run", run.value())
                .setParameter("numbers", numbers)
                .getResultList()
                .map(rows -> rows.stream()
                        .collect(Collectors.groupingBy(
                                row -> (Integer) row[0], Collectors.mapping(ItemColumns::ofRow, Collectors.toList()))));
    }

    /// Everything that the requests did, by their numbers.
    private Uni<Map<Integer, List<Observation>>> observations(
            StatelessSession session, List<Integer> numbers, int since) {
        return session.createNativeQuery(RecordedObservations.OF_REQUESTS, Object[].class)
                .setParameter("run", run.value())
                .setParameter("numbers", numbers)
                .getResultList()
                .chain(rows -> bases(session, RecordedObservations.unfounded(rows), since)
                        .map(bases -> RecordedObservations.of(rows, Set.copyOf(numbers), bases)));
    }

    /// Everything that some requests did, one after the other: of a page of a conversation, only its first.
    private Uni<Map<Integer, List<Observation>>> bases(StatelessSession session, List<Integer> requests, int since) {
        return Multi.createFrom()
                .iterable(requests)
                .onItem()
                .transformToUniAndConcatenate(
                        request -> latest(session, request, since).map(found -> Map.entry(request, found)))
                .collect()
                .asMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    private Uni<List<Observation>> latest(StatelessSession session, int request, int since) {
        return session.createNativeQuery(RecordedObservations.OF_ONE, Object[].class)
                .setParameter("run", run.value())
                .setParameter("numbers", List.of(request))
                .setParameter("since", since)
                .getResultList()
                .map(RecordedObservations::latest);
    }

    private static List<Found> join(
            List<ExchangeRow> rows,
            Map<Integer, List<PlantedItem>> itemsOf,
            Map<Integer, List<Observation>> observationsOf) {
        return rows.stream()
                .map(row -> new Found(
                        row,
                        itemsOf.getOrDefault(row.number, List.of()),
                        observationsOf.getOrDefault(row.number, List.of())))
                .toList();
    }
}

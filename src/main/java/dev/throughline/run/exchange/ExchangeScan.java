package dev.throughline.run.exchange;

import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunSettings;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.RunOutline;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Scores the exchanges of a run page by page, in one session, so that memory does not grow with the run.
///
/// Texts of answers are not read. Exchanges that begin while it reads are left out.
public final class ExchangeScan {
    /// An event loop decodes and scores a page at a stretch.
    private static final int PAGE = 100;
    private static final int RECENT = 2_000;

    private final Run run;
    private final ScanQueries queries;
    private final int pageSize;
    private final BooleanSupplier isLeft;
    // Early answers are kept, others while they are recent.
    private final Map<Integer, IssuedAnswer> known = new HashMap<>();
    private final Map<Integer, IssuedAnswer> recent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, IssuedAnswer> eldest) {
            if (size() > RECENT) {
                known.remove(eldest.getKey());
                return true;
            }
            return false;
        }
    };
    private ObservationHistory history = new ObservationHistory();
    private int through;

    ExchangeScan(StatelessSession session, Run run, int pageSize, BooleanSupplier isLeft) {
        this.run = run;
        this.queries = new ScanQueries(session, run.id());
        this.pageSize = pageSize;
        this.isLeft = isLeft;
    }

    /// The result over all exchanges that are recorded.
    public static Uni<ScoredExchanges.Result> score(StatelessSession session, Run run) {
        return score(session, run, () -> false);
    }

    /// The same, for somebody who may stop waiting for it.
    /// @param isLeft whether nobody waits any more: it fails with `CancellationException` before the next page then
    static Uni<ScoredExchanges.Result> score(StatelessSession session, Run run, BooleanSupplier isLeft) {
        return new ExchangeScan(session, run, PAGE, isLeft).score();
    }

    Uni<ScoredExchanges.Result> score() {
        return queries.last()
                .chain(last -> page(last)
                        .chain(first -> outline(first, last).chain(outline -> {
                            RunSettings settings = run.settings();
                            var scored =
                                    new ScoredExchanges(outline, settings.mode(), settings.tolerate(), settings.stub());
                            return add(scored, first)
                                    .chain(() -> rest(scored, last))
                                    .map(_ -> scored.result());
                        })));
    }

    /// A run of one page is known completely.
    private Uni<RunOutline> outline(List<RecordedExchange> first, int last) {
        List<TracedExchange> traced =
                first.stream().map(RecordedExchange::trace).toList();
        return through >= last ? Uni.createFrom().item(RunOutline.of(traced)) : queries.outline(last);
    }

    private Uni<Integer> rest(ScoredExchanges scored, int last) {
        if (through >= last) {
            return Uni.createFrom().item(through);
        }
        return Multi.createBy()
                .repeating()
                .uni(() -> page(last).chain(found -> add(scored, found)).map(_ -> through))
                .whilst(reached -> reached < last)
                .collect()
                .last();
    }

    /// The next exchanges, with their answers among those that are known.
    private Uni<List<RecordedExchange>> page(int last) {
        if (isLeft.getAsBoolean()) {
            return Uni.createFrom().failure(new CancellationException("nobody waits for the score of " + run.id()));
        }
        int after = through;
        return queries.rows(after, last, pageSize).chain(rows -> {
            through = rows.size() < pageSize ? last : rows.getLast().number;
            return rows.isEmpty() ? Uni.createFrom().item(List.of()) : details(rows, after);
        });
    }

    private Uni<List<RecordedExchange>> details(List<ExchangeRow> rows, int after) {
        if (after >= ScoredExchanges.WHOLE) {
            history = new ObservationHistory();
        }
        int to = rows.getLast().number;
        return queries.answers(after, to)
                .chain(issued -> queries.observations(after, to)
                        .chain(observations -> others(observations, issued, to).map(_ -> {
                            RecordedObservations.addTo(history, observations);
                            return rows.stream()
                                    .map(row -> recorded(row, issued.getOrDefault(row.number, List.of())))
                                    .toList();
                        })));
    }

    private RecordedExchange recorded(ExchangeRow row, List<PlantedItem> items) {
        return row.toRecorded(items, history.of(row.number));
    }

    /// Learns what the answers issued that are observed and not known any more.
    private Uni<Void> others(List<Object[]> observations, Map<Integer, List<PlantedItem>> issued, int to) {
        var missing = new TreeSet<Integer>();
        for (Object[] row : observations) {
            int answer = row[3] == null ? 0 : ((Number) row[3]).intValue();
            if (answer > 0 && !issued.containsKey(answer) && recent.get(answer) == null && !known.containsKey(answer)) {
                missing.add(answer);
            }
        }
        return missing.isEmpty()
                ? Uni.createFrom().voidItem()
                : queries.answers(missing).invoke(this::learn).replaceWithVoid();
    }

    private void learn(List<IssuedAnswer> answers) {
        for (IssuedAnswer answer : answers) {
            known.put(answer.number(), answer);
            if (answer.number() > ScoredExchanges.WHOLE) {
                recent.put(answer.number(), answer);
            }
        }
    }

    private Uni<Void> add(ScoredExchanges scored, List<RecordedExchange> page) {
        List<IssuedAnswer> own =
                page.stream().map(exchange -> IssuedAnswer.of(exchange.trace())).toList();
        own.forEach(answer -> known.put(answer.number(), answer));
        page.forEach(exchange -> scored.add(exchange, known));
        learn(own);
        return Uni.createFrom().voidItem();
    }
}

package dev.throughline.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.run.RunTally.Param;
import dev.throughline.run.RunTally.Preserved;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.Category;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.Repair;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.PreservationHistory;
import dev.throughline.verdict.RunOutline;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunScoring;
import dev.throughline.verdict.Tolerance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Scores and counts the exchanges of a run, added by number, without holding them.
public final class ScoredExchanges {
    /// The exchanges up to this number have to be added with everything that their requests did; of later ones the
    /// changes are enough.
    public static final int WHOLE = 10_000;

    private final RunScoring scoring;
    private final ExchangeCounts counts;
    private final boolean isOfVendor;
    private final RequestMix.Builder mix = new RequestMix.Builder();
    private int through;

    /// The result.
    /// @param through number of the last exchange, 0 for none
    public record Result(RunScore score, RunTally tally, RequestMix mix, int through) {}

    /// @param tolerance what does not fail the run
    /// @param stub its settings, if it answers
    public ScoredExchanges(RunOutline outline, RunMode mode, Optional<Tolerance> tolerance, StubSettings stub) {
        this.scoring = new RunScoring(outline, tolerance, stub.scenario()::unexercised);
        this.isOfVendor = stub.vendor().isPresent();
        this.counts = new ExchangeCounts(outline, mode);
    }

    /// Adds the next exchange.
    /// @param answers by number, at least those that its request made observations of
    public void add(ScoredExchange exchange, Map<Integer, IssuedAnswer> answers) {
        scoring.add(exchange.trace(), answers);
        if (isOfVendor && exchange.trace().outcome() != ExchangeOutcome.OPEN) {
            scoring.addRequest(exchange.trace(), VendorFinding.outcome(exchange.anomalies()));
        }
        mix.add(exchange);
        counts.add(exchange, answers);
        through = exchange.trace().number();
    }

    /// Ends the run.
    public Result result() {
        return new Result(counts.repaired(scoring.score()), counts.tally(), mix.build(), through);
    }

    /// Counts what a report says of exchanges beside their items, added by number. Its size does not depend on the run.
    static final class ExchangeCounts {
        private static final String KWARGS = "/chat_template_kwargs";
        private static final int MOST_PARAMS = 1_000;

        private final PreservationHistory history;
        private final boolean isProxy;
        private final Map<String, Map<JsonNode, Integer>> params = new TreeMap<>();
        private final Set<Category> issued = EnumSet.noneOf(Category.class);
        private final Map<String, Long> anomalies = new HashMap<>();
        private final Map<Repair.By, Long> repairedBy = new EnumMap<>(Repair.By.class);
        private final List<Preserved> preservation = new ArrayList<>();
        private int exchanges;
        private int main;
        private int kwargs;
        private int distinctParams;
        private int repairs;
        private int repairedBlocks;
        private boolean issuesSignatures;

        /// @param outline of the first exchanges, up to `ScoredExchanges.WHOLE`
        ExchangeCounts(RunOutline outline, RunMode mode) {
            this.history = new PreservationHistory(outline);
            this.isProxy = mode == RunMode.PROXY;
        }

        /// Adds the next exchange.
        /// @param answers by number, at least those that the request of one of the first exchanges made
        ///     observations of
        void add(ScoredExchange exchange, Map<Integer, IssuedAnswer> answers) {
            TracedExchange trace = exchange.trace();
            exchanges++;
            if (exchange.isMain()) {
                addMain(trace.facts());
            }
            for (PlantedItem item : trace.items()) {
                issued.add(item.category());
                issuesSignatures |= item.signature().isPresent();
            }
            exchange.anomalies().forEach(anomaly -> anomalies.merge(anomaly.kind(), 1L, Long::sum));
            for (Repair repair : exchange.repairs()) {
                repairs++;
                repairedBlocks += repair.blocks();
                repairedBy.merge(repair.by(), 1L, Long::sum);
            }
            if (isProxy && trace.number() <= ScoredExchanges.WHOLE) {
                addPreservation(trace, answers);
            }
        }

        private void addMain(RequestFacts facts) {
            main++;
            kwargs += facts.params().keySet().stream().anyMatch(pointer -> pointer.startsWith(KWARGS)) ? 1 : 0;
            facts.params().forEach((pointer, value) -> {
                Map<JsonNode, Integer> values = params.computeIfAbsent(pointer, _ -> new HashMap<>());
                if (values.containsKey(value) || distinctParams++ < MOST_PARAMS) {
                    values.merge(value, 1, Integer::sum);
                }
            });
        }

        private void addPreservation(TracedExchange exchange, Map<Integer, IssuedAnswer> answers) {
            Preservation found = history.of(exchange, answers);
            if (found.state() != Preservation.State.NOT_APPLICABLE) {
                preservation.add(new Preserved(exchange.number(), found.state(), List.copyOf(found.turns())));
            }
        }

        RunTally tally() {
            List<Param> uses = params.entrySet().stream()
                    .flatMap(place -> place.getValue().entrySet().stream()
                            .map(use -> new Param(place.getKey(), use.getKey(), use.getValue()))
                            .sorted(Comparator.comparing(use -> use.value().toString())))
                    .toList();
            return new RunTally(
                    exchanges,
                    main,
                    kwargs,
                    uses,
                    issued,
                    issuesSignatures,
                    anomalies,
                    repairs,
                    repairedBlocks,
                    repairedBy,
                    preservation);
        }

        /// A score that says how many messages were repaired.
        RunScore repaired(RunScore score) {
            return repairs == 0 ? score : new RunScore(score.verdict().repaired(repairs), score.items());
        }
    }
}

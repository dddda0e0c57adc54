package dev.throughline.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.run.RunTally.Param;
import dev.throughline.run.RunTally.Preserved;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.Preservation.State;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.repair.Repair;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.PreservationHistory;
import dev.throughline.verdict.RunOutline;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunScoring;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Scores and counts the exchanges of a run, added by number, without holding them.
public final class ScoredExchanges {
    /// The exchanges up to this number have to be added with everything that their requests did; of later ones the
    /// changes are enough.
    public static final int WHOLE = 10_000;

    private static final String KWARGS = "/chat_template_kwargs";
    private static final int MOST_PARAMS = 1_000;

    private final RunScoring scoring;
    private final PreservationHistory history;
    private final boolean isProxy;
    private final RequestMix.Builder mix = new RequestMix.Builder();
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

    /// What was found.
    public record Result(RunScore score, RunTally tally, RequestMix mix) {}

    public ScoredExchanges(RunOutline outline, RunMode mode) {
        this.scoring = new RunScoring(outline);
        this.history = new PreservationHistory(outline);
        this.isProxy = mode == RunMode.PROXY;
    }

    /// The result over exchanges that are all in memory.
    /// @param exchanges all of a run, by number
    public static Result of(List<RecordedExchange> exchanges, RunMode mode) {
        var traced = exchanges.stream().map(RecordedExchange::trace).toList();
        var scored = new ScoredExchanges(RunOutline.of(traced), mode);
        Map<Integer, IssuedAnswer> issued = traced.stream()
                .map(IssuedAnswer::of)
                .collect(Collectors.toMap(IssuedAnswer::number, Function.identity()));
        exchanges.forEach(exchange -> scored.add(exchange, issued));
        return scored.result();
    }

    /// Adds the next exchange.
    /// @param answers by number, at least those that its request made observations of
    public void add(RecordedExchange exchange, Map<Integer, IssuedAnswer> answers) {
        scoring.add(exchange.trace(), answers);
        mix.add(exchange);
        exchanges++;
        if (exchange.isMain()) {
            addMain(exchange.trace().facts());
        }
        for (PlantedItem item : exchange.trace().items()) {
            issued.add(item.category());
            issuesSignatures |= item.signature().isPresent();
        }
        exchange.anomalies().forEach(anomaly -> anomalies.merge(anomaly.kind(), 1L, Long::sum));
        for (Repair repair : exchange.repairs()) {
            repairs++;
            repairedBlocks += repair.blocks();
            repairedBy.merge(repair.by(), 1L, Long::sum);
        }
        if (isProxy && exchange.trace().number() <= WHOLE) {
            addPreservation(exchange, answers);
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

    private void addPreservation(RecordedExchange exchange, Map<Integer, IssuedAnswer> answers) {
        Preservation found = history.of(exchange.trace(), answers);
        if (found.state() != State.NOT_APPLICABLE) {
            preservation.add(new Preserved(exchange.trace().number(), found.state(), List.copyOf(found.turns())));
        }
    }

    /// Ends the run.
    public Result result() {
        List<Param> uses = params.entrySet().stream()
                .flatMap(place -> place.getValue().entrySet().stream()
                        .map(use -> new Param(place.getKey(), use.getKey(), use.getValue()))
                        .sorted(Comparator.comparing(use -> use.value().toString())))
                .toList();
        var tally = new RunTally(
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
        RunScore score = scoring.score();
        RunScore said = repairs == 0 ? score : new RunScore(score.verdict().repaired(repairs), score.items());
        return new Result(said, tally, mix.build());
    }
}

package dev.throughline.verdict;

import dev.throughline.trace.ObservationHistory;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Forgetting the answers of a large run changes nothing but which items are listed.
class LargeRunScoringTest {
    private static final int RUNS = Integer.getInteger("throughline.verdict.runs", 1_000);

    @Test
    void countsWhatASmallRunCounts() {
        for (int seed = 0; seed < RUNS; seed++) {
            List<TracedExchange> run = ItemVerdictBranchesTest.run(new Random(seed));

            RunScore small = score(run, RunOutlines.of(run), Integer.MAX_VALUE);
            RunScore large = score(run, outline(run), 0);

            assertThat(large.verdict().capabilities())
                    .as("seed %d", seed)
                    .isEqualTo(small.verdict().capabilities());
            assertThat(large.verdict().assessment()).isEqualTo(small.verdict().assessment());
            assertThat(large.verdict().notes()).isEqualTo(small.verdict().notes());
            assertThat(large.items().due()).isEqualTo(small.items().due());
            assertThat(large.items().returned()).isEqualTo(small.items().returned());
            assertThat(large.items().observed()).isEqualTo(small.items().observed());
            assertThat(large.items().lost()).isEqualTo(small.items().lost());
            assertThat(large.verdict().items()).isEmpty();
            assertThat(large.items().omitted())
                    .isEqualTo(small.verdict().items().size());
        }
    }

    @Test
    void listsTheFirstLossesAsASmallRunDoes() {
        for (int seed = 0; seed < RUNS; seed++) {
            List<TracedExchange> run = ItemVerdictBranchesTest.run(new Random(seed));

            List<ItemVerdict> all =
                    score(run, RunOutlines.of(run), Integer.MAX_VALUE).verdict().items();
            RunScore large = score(run, outline(run), 5);

            assertThat(all).as("seed %d", seed).containsAll(large.verdict().items());
            assertThat(large.verdict().items())
                    .extracting(ItemVerdict::exchange)
                    .satisfies(
                            answers -> assertThat(answers.stream().distinct()).hasSizeLessThanOrEqualTo(5));
            assertThat(large.items().omitted() + large.verdict().items().size()).isEqualTo(all.size());
        }
    }

    private static RunScore score(List<TracedExchange> run, RunOutline outline, int listed) {
        var scoring = new RunScoring(outline, Optional.empty(), _ -> Optional.empty(), listed);
        Map<Integer, IssuedAnswer> issued =
                run.stream().map(IssuedAnswer::of).collect(Collectors.toMap(IssuedAnswer::number, Function.identity()));
        run.forEach(exchange -> scoring.add(exchange, issued));
        return scoring.score();
    }

    /// The last request that changed something of each answer, as the database knows it.
    private static RunOutline outline(List<TracedExchange> run) {
        int[] continuations = new int[run.size() + 1];
        int[] latest = new int[run.size() + 1];
        for (TracedExchange exchange : run) {
            exchange.link().parent().ifPresent(parent -> continuations[parent]++);
            ObservationHistory.changes(exchange.observations())
                    .ifPresentOrElse(
                            changes -> {
                                changes.made().forEach(one -> latest[one.exchange()] = exchange.number());
                                changes.ended().forEach(item -> latest[item.exchange()] = exchange.number());
                            },
                            () -> exchange.observations().forEach(one -> latest[one.exchange()] = exchange.number()));
        }
        return RunOutline.large(continuations, latest);
    }
}

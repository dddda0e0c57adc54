package dev.throughline.trace;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.trace.oracle.PlainRecord;
import dev.throughline.trace.oracle.PlainTracer;
import dev.throughline.trace.repair.BlockSignatureResolver;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.trace.repair.HistoryRepair;
import dev.throughline.trace.repair.RestoredHistory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A request that is traced as the continuation of another one gives what the tracer finds by reading the
/// whole history of the run, what that finds is what the plain tracer finds, and what is recorded of a request's
/// observations, as changes, are all that the plain tracer observes.
@Thorough
class ContinuationTest {
    private static final int CONVERSATIONS =
            Integer.getInteger("throughline.trace.conversations", Thoroughness.tries(2_000, 300));
    private static final int EXCHANGES = 24;

    private int requests;
    private int continued;
    private int changed;
    private int conversations;

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void givesWhatTheWholeHistoryGives(Dialect dialect) {
        for (int seed = 0; conversations < CONVERSATIONS / Dialect.values().length; seed++) {
            run(dialect, seed);
        }
        System.getLogger(ContinuationTest.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        "{0}: {1} conversations, {2} requests, {3} continued, {4} of them changed, no difference",
                        dialect,
                        conversations,
                        requests,
                        continued,
                        changed);
        assertThat(continued).as("of %d requests", requests).isGreaterThan(requests / 8);
        assertThat(changed).as("of %d requests", requests).isGreaterThan(requests / 100);
    }

    private void run(Dialect dialect, int seed) {
        var random = new Random(seed);
        var traffic = new GeneratedTraffic(dialect, random, seed % 4 == 3);
        var policy = ThinkingPolicy.values()[random.nextInt(ThinkingPolicy.values().length)];
        var recorded = new RecordedTraffic(policy);
        Map<Integer, Conversation> asked = new HashMap<>();
        Map<Integer, RebuiltObservations> observed = new HashMap<>();
        Map<Integer, RestoredHistory> restored = new HashMap<>();
        while (recorded.size() < EXCHANGES) {
            List<GeneratedTraffic.Sent> sent = traffic.next();
            List<TraceResult> traced = new ArrayList<>();
            for (GeneratedTraffic.Sent one : sent) {
                var place = new Place(dialect, seed, recorded.size() + 1);
                RunHistory history = recorded.history();
                TraceResult whole = HistoryTracer.trace(one.request(), one.bodyHash(), Map.of(), history);
                Optional<TraceResult> known = recorded.continued(one);
                known.ifPresent(result -> {
                    compare(result, whole, one.request(), history, place);
                    restores(restored, result, one.request(), history, place);
                });
                TraceResult result = known.orElse(whole);
                PlainTracer.Found plain = PlainTracer.trace(
                        new PlainRecord(policy, history.exchanges(), asked), one.request(), one.bodyHash());
                PlainComparison.compare(plain, whole, result, observed, place.toString());
                count(known);
                traced.add(result);
            }
            RunHistory before = recorded.history();
            for (int i = 0; i < sent.size(); i++) {
                int number = recorded.size() + 1;
                restored.put(
                        number,
                        RestoredHistory.of(RestoredHistory.restore(sent.get(i).request(), before)
                                .history()));
                TraceResult result = traced.get(i);
                conversations += result.link().conversation() == 0 ? 1 : 0;
                recorded.add(traffic.answer(sent.get(i), result, number), result);
                asked.put(number, sent.get(i).request());
                observed.put(number, RebuiltObservations.of(result, observed));
                if (random.nextInt(30) == 0) {
                    recorded.forget(number);
                }
            }
            traffic.ended().forEach(recorded::end);
        }
    }

    private void count(Optional<TraceResult> known) {
        requests++;
        continued += known.isPresent() ? 1 : 0;
        boolean isChanged = known.flatMap(TraceResult::settled)
                .filter(found -> !found.isIntact())
                .isPresent();
        changed += isChanged ? 1 : 0;
    }

    /// Restoring what a request adds to a restored history gives what restoring the whole gives.
    private static void restores(
            Map<Integer, RestoredHistory> restored,
            TraceResult known,
            Conversation request,
            RunHistory history,
            Place place) {
        int parent = known.link().parent().orElseThrow();
        var found = new RunHistory(
                history.policy(),
                history.exchanges().stream()
                        .filter(exchange -> exchange.number() == parent)
                        .toList(),
                Map.of());
        assertThat(restored.get(parent).continued(request, found, RestoredHistory::restore))
                .as("%s", place)
                .isEqualTo(RestoredHistory.restore(request, history));
    }

    private record Place(Dialect dialect, int seed, int number) {}

    private static void compare(
            TraceResult known, TraceResult whole, Conversation request, RunHistory history, Place place) {
        var expected = new TraceResult(
                whole.link(), whole.facts(), known.observations(), whole.changes(), whole.settled(), true);
        assertThat(known).as("%s", place).isEqualTo(expected);
        assertThat(whole.observations()).as("%s", place).containsAll(known.observations());
        assertThat(Preservation.of(known, history)).as("%s", place).isEqualTo(Preservation.of(whole, history));
        for (boolean restoresChanged : new boolean[] {false, true}) {
            var resolved = BlockSignatureResolver.resolve(request, history, restoresChanged);
            assertThat(BlockSignatureResolver.resolveKept(request))
                    .as("%s", place)
                    .isEqualTo(resolved);
            EditedHistory repaired = HistoryRepair.repair(resolved.history().request(), history);
            if (known.settled().orElseThrow().isIntact()) {
                assertThat(repaired)
                        .as("%s", place)
                        .isEqualTo(EditedHistory.asSent(resolved.history().request()));
            }
        }
    }
}

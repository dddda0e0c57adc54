package dev.throughline.trace;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import dev.throughline.trace.repair.BlockSignatureResolver;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.trace.repair.HistoryRepair;
import dev.throughline.trace.request.Tracer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A request that is traced as the continuation of another one gives what the tracer finds by reading the
/// whole history of the run.
@Thorough
class ContinuationTest {
    private static final int CONVERSATIONS =
            Integer.getInteger("throughline.trace.conversations", Thoroughness.tries(2_000, 200));
    private static final int EXCHANGES = 24;

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void givesWhatTheWholeHistoryGives(Dialect dialect) {
        int requests = 0;
        int continued = 0;
        int conversations = 0;
        for (int seed = 0; conversations < CONVERSATIONS / Dialect.values().length; seed++) {
            var random = new Random(seed);
            var traffic = new GeneratedTraffic(dialect, random);
            var recorded = new RecordedTraffic(ThinkingPolicy.values()[random.nextInt(ThinkingPolicy.values().length)]);
            while (recorded.size() < EXCHANGES) {
                List<GeneratedTraffic.Sent> sent = traffic.next();
                List<TraceResult> traced = new ArrayList<>();
                for (GeneratedTraffic.Sent one : sent) {
                    Place place = new Place(dialect, seed, recorded.size() + 1);
                    TraceResult whole = Tracer.trace(one.request(), one.bodyHash(), Map.of(), recorded.history());
                    Optional<TraceResult> known = recorded.continued(one);
                    known.ifPresent(result -> compare(result, whole, one.request(), recorded.history(), place));
                    requests++;
                    continued += known.isPresent() ? 1 : 0;
                    traced.add(known.orElse(whole));
                }
                for (int i = 0; i < sent.size(); i++) {
                    int number = recorded.size() + 1;
                    conversations += traced.get(i).link().conversation() == 0 ? 1 : 0;
                    recorded.add(traffic.answer(sent.get(i), traced.get(i), number), traced.get(i));
                }
            }
        }
        assertThat(continued).as("of %d requests", requests).isGreaterThan(requests / 8);
    }

    private record Place(Dialect dialect, int seed, int number) {}

    private static void compare(
            TraceResult known, TraceResult whole, Conversation request, RunHistory history, Place place) {
        var expected =
                new TraceResult(whole.link(), whole.facts(), known.observations(), whole.changes(), whole.kept(), true);
        assertThat(known).as("%s", place).isEqualTo(expected);
        assertThat(whole.observations()).as("%s", place).containsAll(known.observations());
        assertThat(Preservation.of(known, history)).as("%s", place).isEqualTo(Preservation.of(whole, history));
        for (boolean restoresChanged : new boolean[] {false, true}) {
            var resolved = BlockSignatureResolver.resolve(request, history, restoresChanged);
            assertThat(BlockSignatureResolver.resolveKept(request))
                    .as("%s", place)
                    .isEqualTo(resolved);
            EditedHistory repaired = HistoryRepair.repair(resolved.history().request(), history);
            assertThat(repaired)
                    .as("%s", place)
                    .isEqualTo(EditedHistory.asSent(resolved.history().request()));
        }
    }
}

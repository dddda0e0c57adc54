package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.testing.CpuTime;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.trace.repair.HistoryRepair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.calls;
import static dev.throughline.trace.TokenlessRun.joined;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// A hundred thousand messages without tokens, whose answers look alike. The limit is far above linear cost and far
/// below quadratic cost, in time that the thread computes, whatever the machine does beside.
@Thorough
class TokenlessScaleTest {
    private static final int LONG = Thoroughness.tries(100_000, 10_000);
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String ONE = "First I look at the file, then I change line 7.";

    private final TokenlessRun chat = new TokenlessRun(Dialect.OPENAI_CHAT);

    @Test
    void aLongHistoryCostsTimeInProportion() {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < LONG / 2; i++) {
            boolean isAlike = i % 3 == 0;
            chat.answer(
                    i, i + 1, joined(thinks("Thought " + i), says("Done."), isAlike ? calls() : calls("c" + i % 999)));
            messages.add(user(2 * i, "Go on"));
            messages.add(
                    isAlike
                            ? assistant(2 * i + 1, text("Done."))
                            : assistant(2 * i + 1, text("Done."), call("c" + i % 999)));
        }
        messages.add(user(LONG, "And?"));
        RunHistory history = chat.history();
        inProportion(() -> {
            TraceResult traceResult = HistoryTracer.trace(chat.request(messages), "", Map.of(), history);
            assertThat(Preservation.of(traceResult, history).state()).isEqualTo(Preservation.State.MISSING);
            assertThat(traceResult.link().parent()).hasValue(LONG / 2);
            EditedHistory edited = HistoryRepair.repair(chat.request(messages), history);
            assertThat(edited.repairs()).hasSize(LONG / 2);
        });
    }

    @Test
    void answersThatAllShowTheSameCostTimeInProportion() {
        List<Message> messages = new ArrayList<>();
        chat.answer(0, 1, says("Hello."));
        for (int i = 0; i < LONG; i++) {
            chat.answer(1, 2, thinks(ONE), says("Done."));
            messages.add(user(2 * i, "Go on"));
            messages.add(assistant(2 * i + 1, text(i % 2 == 0 ? "Hello." : "Done.")));
        }
        RunHistory history = chat.history();
        inProportion(() -> {
            TraceResult traceResult = HistoryTracer.trace(chat.request(messages), "", Map.of(), history);
            assertThat(traceResult.link().parent()).isPresent();
            HistoryRepair.repair(chat.request(messages), history);
        });
    }

    private static void inProportion(Runnable work) {
        assertThat(CpuTime.of(work)).isLessThan(LIMIT);
    }
}

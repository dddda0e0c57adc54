package dev.throughline.trace;

import com.sun.management.ThreadMXBean;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.trace.repair.HistoryRepair;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// What it takes to follow a conversation grows with the conversation, not with its square: twice as much
/// history takes about twice as many objects, which are counted by the bytes that the thread allocates,
/// whatever the machine does beside.
class HistoryTracerScaleTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SIZE = 1_000;
    /// Four times as much would be the square; the rest is for lists that grow in steps.
    private static final double MOST = 2.7;

    /// A conversation in which something occurs many times.
    enum History {
        TURNS(Dialect.OPENAI_CHAT) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                List<Message> messages = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    run.answer(i, i + 1, thinks("Thinking about " + i), says("Text " + i));
                    messages.add(user(2 * i, "go on"));
                    messages.add(assistant(
                            2 * i + 1, TokenlessRun.reasoning("Thinking about " + i), TokenlessRun.text("Text " + i)));
                }
                return messages;
            }
        },
        SEALED_BLOCKS(Dialect.RESPONSES) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                List<StreamEvent> events = new ArrayList<>();
                List<Part> parts = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    String item = "/input/" + (i + 1);
                    events.add(thinks("Thinking about " + i));
                    events.add(TokenlessRun.signs("proof" + i));
                    parts.add(new Part.Reasoning(
                            item + "/content/0/text", "content", "Thinking about " + i, Optional.empty()));
                    parts.add(new Part.Reasoning(
                            item + "/encrypted_content", "encrypted_content", "proof" + i, Optional.empty()));
                }
                return answered(run, events, parts);
            }
        },
        WRAPPED_BLOCKS(Dialect.ANTHROPIC) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                List<StreamEvent> events = new ArrayList<>();
                List<Part> parts = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    events.add(thinks("Thinking about " + i));
                    events.add(TokenlessRun.signs("proof" + i));
                    parts.add(TokenlessRun.text("<think>Something else " + i + "</think>"));
                }
                return answered(run, events, parts);
            }
        },
        TEXTS_AND_CALLS(Dialect.ANTHROPIC) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                List<StreamEvent> events = new ArrayList<>();
                List<Part> parts = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    events.add(says("Text " + i));
                    events.addAll(List.of(TokenlessRun.calls("call" + i)));
                    parts.add(TokenlessRun.text("Text " + i));
                    parts.add(TokenlessRun.call("call" + i));
                }
                return answered(run, events, parts);
            }
        },
        CALLS_OF_MANY_ANSWERS(Dialect.RESPONSES) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                List<Part> parts = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    run.answer(
                            i, 1, TokenlessRun.joined(thinks("Thinking about " + i), TokenlessRun.calls("call" + i)));
                    parts.add(TokenlessRun.call("call" + i));
                }
                return List.of(user(0, "hello"), assistant(1, parts.toArray(Part[]::new)));
            }
        },
        PIECES(Dialect.ANTHROPIC) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                List<StreamEvent> events = new ArrayList<>();
                List<Message> messages = new ArrayList<>(List.of(user(0, "hello")));
                for (int i = 0; i < size; i++) {
                    events.add(says("Text " + i));
                    events.addAll(List.of(TokenlessRun.calls("call" + i)));
                    messages.add(assistant(i + 1, TokenlessRun.text(" Text " + i)));
                }
                run.answer(0, 1, events.toArray(StreamEvent[]::new));
                messages.add(assistant(size + 1, TokenlessRun.call("call0")));
                return messages;
            }
        },
        ALIKE_STARTS(Dialect.OPENAI_CHAT) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                List<Message> messages = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    run.answer(0, 1, thinks("Thinking"), says("Done."));
                    messages.add(user(2 * i, "go on"));
                    messages.add(assistant(2 * i + 1, TokenlessRun.text("Done.")));
                }
                return messages;
            }
        },
        ALIKE_SIBLINGS(Dialect.OPENAI_CHAT) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                run.answer(0, 1, says("Hello there"));
                List<Message> messages = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    run.answer(1, 2, thinks("Thinking"), says("Done."));
                    messages.add(user(2 * i, "go on"));
                    messages.add(assistant(2 * i + 1, TokenlessRun.text(i % 2 == 0 ? "Hello there" : "Done.")));
                }
                return messages;
            }
        },
        ALIKE_SPLIT_SIBLINGS(Dialect.OPENAI_CHAT) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                run.answer(0, 1, says("Hello there"));
                List<Message> messages = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    run.answer(
                            1,
                            2,
                            TokenlessRun.joined(thinks("Thinking"), says("Done."), TokenlessRun.calls("call" + i)));
                    run.answer(1, 2, thinks("Thinking"), says("One.Two."));
                    messages.add(user(3 * i, "go on"));
                    messages.add(assistant(3 * i + 1, TokenlessRun.text("One.")));
                    messages.add(assistant(3 * i + 2, TokenlessRun.text("Two.")));
                }
                return messages;
            }
        },
        UNKNOWN_MESSAGES_BEHIND_SIBLINGS(Dialect.OPENAI_CHAT) {
            @Override
            List<Message> of(TokenlessRun run, int size) {
                run.answer(0, 1, says("Hello there"));
                List<Message> messages =
                        new ArrayList<>(List.of(user(0, "hello"), assistant(1, TokenlessRun.text("Hello there"))));
                for (int i = 0; i < size; i++) {
                    run.answer(1, 2, thinks("Thinking"), says("Done."));
                    messages.add(user(2 * i + 2, "go on"));
                    messages.add(assistant(2 * i + 3, TokenlessRun.text("Never said " + i)));
                }
                return messages;
            }
        };

        private final Dialect dialect;

        History(Dialect dialect) {
            this.dialect = dialect;
        }

        abstract List<Message> of(TokenlessRun run, int size);

        private static List<Message> answered(TokenlessRun run, List<StreamEvent> events, List<Part> parts) {
            events.add(says("Hello there"));
            parts.add(TokenlessRun.text("Hello there"));
            run.answer(0, 1, events.toArray(StreamEvent[]::new));
            return List.of(user(0, "hello"), assistant(1, parts.toArray(Part[]::new)), user(2, "go on"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesTwiceAsMuchForTwiceTheHistory(History history) {
        IntStream.range(0, 3).forEach(_ -> allocated(history, SIZE / 4));

        long once = allocated(history, SIZE);
        long twice = allocated(history, 2 * SIZE);

        assertThat((double) twice / once).as("%d bytes, then %d", once, twice).isLessThan(MOST);
    }

    private static long allocated(History history, int size) {
        var run = new TokenlessRun(history.dialect);
        Conversation request = run.request(history.of(run, size));
        RunHistory known = run.history();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        HistoryTracer.clues(request, "");
        TraceResult traceResult = HistoryTracer.trace(request, "", Map.of(), known);
        HistoryRepair.repair(request, known);
        long after = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(traceResult.observations()).isNotEmpty();
        return after - before;
    }
}

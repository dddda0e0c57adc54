package dev.throughline.fuzz;

import dev.throughline.conversation.Dialect;
import dev.throughline.filter.GlmFilter;
import dev.throughline.fuzz.RandomStreams.Block;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class RelayFuzzTest {
    private static final int INPUTS = 3_000;

    private interface Filter {
        void on(StreamEvent event, Consumer<StreamEvent> out);

        default boolean isTurnOver() {
            return false;
        }
    }

    private record Glm(GlmFilter filter) implements Filter {
        @Override
        public void on(StreamEvent event, Consumer<StreamEvent> out) {
            filter.on(event, out);
        }

        @Override
        public boolean isTurnOver() {
            return filter.isTurnOver();
        }
    }

    /// Forwards one answer as the gateway does.
    private static final class Forwarded {
        private final StreamRelay relay;
        private final Filter filter;
        private final FrameBuffer out = new FrameBuffer();
        private final List<StreamEvent> all = new ArrayList<>();
        private final List<StreamEvent> read = new ArrayList<>();
        private final List<StreamEvent> passed = new ArrayList<>();
        private boolean isOver;

        Forwarded(StreamRelay relay, Filter filter) {
            this.relay = relay;
            this.filter = filter;
        }

        static Forwarded of(Dialect dialect, byte[] stream, Filter filter) {
            var forwarded = new Forwarded(DialectCodecPair.backend(dialect).relay(), filter);
            RandomStreams.frames(List.of(stream), forwarded::frame);
            if (!forwarded.isOver) {
                forwarded.passed.clear();
                forwarded.relay.decoder().end(forwarded::take);
                forwarded.end(forwarded.passed.getLast());
            }
            return forwarded;
        }

        private void frame(SseFrame frame) {
            if (isOver) {
                return;
            }
            read.clear();
            passed.clear();
            relay.decoder().on(frame, this::take);
            StreamEvent last = passed.isEmpty() ? null : passed.getLast();
            boolean isUnchanged = isSame();
            if (last instanceof Failure failure) {
                end(failure);
                return;
            }
            passed.removeIf(StreamEvent::isTerminal);
            relay.forward(frame, isUnchanged, passed, out);
            if (last instanceof Finish finish) {
                passed.clear();
                end(finish);
            }
        }

        private void take(StreamEvent event) {
            if (!passed.isEmpty() && passed.getLast().isTerminal()) {
                return;
            }
            read.add(event);
            filter.on(event, this::pass);
            if (filter.isTurnOver() && !event.isTerminal()) {
                filter.on(new Finish(FinishReason.STOP), this::pass);
            }
        }

        private void pass(StreamEvent event) {
            passed.add(event);
            all.add(event);
        }

        private boolean isSame() {
            for (int i = 0; i < read.size() && i < passed.size(); i++) {
                if (read.get(i) != passed.get(i)) {
                    return false;
                }
            }
            return read.size() == passed.size();
        }

        private void end(StreamEvent terminal) {
            isOver = true;
            switch (terminal) {
                case Failure failure -> relay.fail(failure, out);
                case Finish finish -> relay.finish(List.of(), finish, out);
                default -> throw new AssertionError(terminal);
            }
        }
    }

    private static List<StreamEvent> decoded(Dialect dialect, byte[] stream) {
        StreamDecoder decoder = DialectCodecPair.backend(dialect).streamDecoder();
        List<StreamEvent> events = new ArrayList<>();
        RandomStreams.frames(List.of(stream), frame -> decoder.on(frame, events::add));
        decoder.end(events::add);
        return events;
    }

    private static Filter glm(SeededChoices seededChoices) {
        return new Glm(
                new GlmFilter(RandomMarkup.WRITTEN.made().apply(seededChoices).settings()));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotChangedIsForwardedByteForByte(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("relay bytes " + dialect.id(), RandomAnswers.ANY, INPUTS, events -> {
            byte[] stream = RandomStreams.encoded(dialect, events, ReasoningField.REASONING_CONTENT);
            byte[] out = Forwarded.of(dialect, stream, (event, next) -> next.accept(event))
                    .out
                    .take();
            if (events.getLast() instanceof Finish) {
                assertThat(out).asString().isEqualTo(new String(stream, java.nio.charset.StandardCharsets.UTF_8));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aClientReadsWhatTheFilterPassed(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("relay filtered " + dialect.id(), RandomMarkup.WRITTEN, INPUTS, input -> {
            byte[] stream = RandomStreams.encoded(
                    dialect, RandomAnswers.joined(input.events()), ReasoningField.REASONING_CONTENT);
            Forwarded forwarded = Forwarded.of(dialect, stream, new Glm(new GlmFilter(input.settings())));
            List<StreamEvent> read = decoded(dialect, forwarded.out.take());
            if (forwarded.all.getLast() instanceof Finish(FinishReason reason, var _)) {
                DialectNeutralAnswer dialectNeutralAnswer = DialectNeutralAnswer.of(forwarded.all);
                boolean isCut = reason == FinishReason.LENGTH || reason == FinishReason.CONTENT_FILTER;
                // A call that a limit has cut is closed where a dialect wants an object.
                assertThat(DialectNeutralAnswer.of(read))
                        .isEqualTo(
                                isCut
                                        ? dialectNeutralAnswer.withCalls(
                                                DialectNeutralAnswer.of(read).calls())
                                        : dialectNeutralAnswer);
                assertThat(read.getLast()).isEqualTo(forwarded.all.getLast());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aDamagedStreamIsForwardedToItsEnd(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("relay damaged " + dialect.id(), RandomStreams.damaged(dialect), INPUTS, (List<Block> blocks) -> {
            byte[] stream = RandomStreams.bytes(blocks);
            Forwarded same = Forwarded.of(dialect, stream, (event, next) -> next.accept(event));
            List<StreamEvent> read = decoded(dialect, same.out.take());
            assertThat(read.getLast().getClass()).isEqualTo(same.all.getLast().getClass());
            if (read.getLast() instanceof Finish) {
                assertThat(DialectNeutralAnswer.of(read)).isEqualTo(DialectNeutralAnswer.of(same.all));
            }
            decoded(
                    dialect,
                    Forwarded.of(dialect, stream, glm(new SeededChoices(stream.length)))
                            .out
                            .take());
        });
    }
}

package dev.throughline.fuzz;

import dev.throughline.conversation.Dialect;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.fuzz.RandomStreams.Block;
import dev.throughline.gateway.answer.RelayedStream;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.testing.GlmFilters;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class RelayFuzzTest {
    private static final int INPUTS = 3_000;

    private static RelayedStream relayed(Dialect dialect, Optional<FamilyFilter> filter, byte[] stream) {
        return RelayedStream.of(DialectCodecPair.backend(dialect).relay(), filter, stream);
    }

    private static List<StreamEvent> decoded(Dialect dialect, byte[] stream) {
        StreamDecoder decoder = DialectCodecPair.backend(dialect).streamDecoder();
        List<StreamEvent> events = new ArrayList<>();
        RandomStreams.frames(List.of(stream), frame -> decoder.on(frame, events::add));
        decoder.end(events::add);
        return events;
    }

    private static Optional<FamilyFilter> glm(SeededChoices seededChoices) {
        return Optional.of(
                GlmFilters.of(RandomMarkup.WRITTEN.made().apply(seededChoices).settings()));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotChangedIsForwardedByteForByte(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("relay bytes " + dialect.id(), RandomAnswers.ANY, INPUTS, events -> {
            byte[] stream = RandomStreams.encoded(dialect, events, ReasoningField.REASONING_CONTENT);
            byte[] out = relayed(dialect, Optional.empty(), stream).sent();
            // A finish that speaks of calls is corrected by the calls.
            boolean hasCall = events.stream().anyMatch(ToolCallStart.class::isInstance);
            FinishReason wrong = hasCall ? FinishReason.STOP : FinishReason.TOOL_CALLS;
            if (events.getLast() instanceof Finish(FinishReason reason, var _) && reason != wrong) {
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
            RelayedStream forwarded = relayed(dialect, Optional.of(GlmFilters.of(input.settings())), stream);
            List<StreamEvent> read = decoded(dialect, forwarded.sent());
            if (forwarded.passed().getLast() instanceof Finish(FinishReason reason, var _)) {
                DialectNeutralAnswer dialectNeutralAnswer = DialectNeutralAnswer.of(forwarded.passed());
                boolean isCut = reason == FinishReason.LENGTH || reason == FinishReason.CONTENT_FILTER;
                // A call that a limit has cut is closed where a dialect wants an object.
                assertThat(DialectNeutralAnswer.of(read))
                        .isEqualTo(
                                isCut
                                        ? dialectNeutralAnswer.withCalls(
                                                DialectNeutralAnswer.of(read).calls())
                                        : dialectNeutralAnswer);
                assertThat(read.getLast()).isEqualTo(forwarded.passed().getLast());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aDamagedStreamIsForwardedToItsEnd(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("relay damaged " + dialect.id(), RandomStreams.damaged(dialect), INPUTS, (List<Block> blocks) -> {
            byte[] stream = RandomStreams.bytes(blocks);
            RelayedStream same = relayed(dialect, Optional.empty(), stream);
            List<StreamEvent> read = decoded(dialect, same.sent());
            assertThat(read.getLast().getClass())
                    .isEqualTo(same.passed().getLast().getClass());
            if (read.getLast() instanceof Finish) {
                assertThat(DialectNeutralAnswer.of(read)).isEqualTo(DialectNeutralAnswer.of(same.passed()));
            }
            decoded(
                    dialect,
                    relayed(dialect, glm(new SeededChoices(stream.length)), stream)
                            .sent());
        });
    }
}

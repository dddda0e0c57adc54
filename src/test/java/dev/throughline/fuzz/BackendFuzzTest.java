package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.testing.Cut;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class BackendFuzzTest {
    private static final int INPUTS = 4_000;

    private static List<StreamEvent> decoded(Dialect dialect, List<byte[]> chunks) {
        StreamDecoder decoder = DialectCodecPair.backend(dialect).streamDecoder();
        List<StreamEvent> events = new ArrayList<>();
        RandomStreams.frames(chunks, frame -> decoder.on(frame, events::add));
        decoder.end(events::add);
        return events;
    }

    @ParameterizedTest
    @EnumSource
    void aStreamOfAnythingIsAnAnswerThatEnds(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("backend stream " + dialect.id(), RandomStreams.damaged(dialect), INPUTS, blocks -> {
            byte[] bytes = RandomStreams.bytes(blocks);
            List<StreamEvent> whole = decoded(dialect, List.of(bytes));
            assertThat(RandomAnswers.objection(whole)).isEmpty();
            for (Cut cut : CutChoices.cuts(bytes.length)) {
                assertThat(RandomAnswers.joined(decoded(dialect, cut.pieces(bytes))))
                        .as(cut.name())
                        .isEqualTo(RandomAnswers.joined(whole));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aBodyOfAnythingIsAnAnswerThatEnds(Dialect dialect) throws InterruptedException {
        InputShape<byte[]> bodies = new InputShape<>(
                seededChoices -> RandomJson.written(
                        RandomJson.damaged(
                                RandomStreams.whole(
                                        dialect,
                                        RandomAnswers.ANY.made().apply(seededChoices),
                                        seededChoices.of(ReasoningField.values())),
                                seededChoices,
                                RandomStreams.WORDS),
                        seededChoices),
                RandomJson::smaller,
                HostileTexts::literal);
        FuzzRunner.of("backend body " + dialect.id(), bodies, INPUTS, bytes -> {
            Optional<ObjectNode> body = StrictJson.object(bytes);
            if (body.isEmpty()) {
                return;
            }
            List<StreamEvent> events = new ArrayList<>();
            DialectCodecPair.backend(dialect).decode(body.get(), events::add);
            assertThat(RandomAnswers.objection(events)).isEmpty();
            if (!(events.getLast() instanceof Finish)) {
                return;
            }
            ObjectNode before = body.get().deepCopy();
            byte[] rewritten = DialectCodecPair.backend(dialect).rewrite(body.get(), events);
            assertThat(StrictJson.object(rewritten)).isPresent();
            assertThat(body.get()).isEqualTo(before);
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWrittenIsReadAgain(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("backend read again " + dialect.id(), RandomAnswers.ANY, INPUTS, events -> {
            List<StreamEvent> streamed =
                    decoded(dialect, List.of(RandomStreams.encoded(dialect, events, ReasoningField.REASONING_CONTENT)));
            if (events.getLast() instanceof Finish) {
                assertThat(DialectNeutralAnswer.of(streamed)).isEqualTo(DialectNeutralAnswer.of(events));
            }
            assertThat(streamed.getLast().getClass()).isEqualTo(events.getLast().getClass());
            if (events.getLast() instanceof Finish) {
                List<StreamEvent> whole = new ArrayList<>();
                DialectCodecPair.backend(dialect)
                        .decode(RandomStreams.whole(dialect, events, ReasoningField.REASONING_CONTENT), whole::add);
                assertThat(DialectNeutralAnswer.of(whole)).isEqualTo(DialectNeutralAnswer.of(events));
            }
        });
    }

    @Test
    void anErrorBodyOfAnythingIsAFailure() throws InterruptedException {
        InputShape<byte[]> bodies = new InputShape<>(
                seededChoices ->
                        RandomJson.written(RandomJson.object(seededChoices, RandomStreams.WORDS, 4), seededChoices),
                RandomJson::smaller,
                HostileTexts::literal);
        FuzzRunner.of("backend error", bodies, INPUTS, bytes -> {
            Failure failure = BackendErrors.of(500, bytes, Optional.empty());
            assertThat(failure.status()).isBetween(400, 599);
            for (Dialect dialect : Dialect.values()) {
                StrictJson.parse(DialectCodecPair.codec(dialect).error(failure));
            }
        });
    }
}

package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.testing.Cut;
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

class BackendFuzzTest {
    private static final int INPUTS = 4_000;

    private static List<StreamEvent> decoded(Dialect dialect, List<byte[]> chunks) {
        StreamDecoder decoder = Dialects.backend(dialect).streamDecoder();
        List<StreamEvent> events = new ArrayList<>();
        Streams.frames(chunks, frame -> decoder.on(frame, events::add));
        decoder.end(events::add);
        return events;
    }

    @ParameterizedTest
    @EnumSource
    void aStreamOfAnythingIsAnAnswerThatEnds(Dialect dialect) throws InterruptedException {
        Fuzz.of("backend stream " + dialect.id(), Streams.damaged(dialect), INPUTS, blocks -> {
            byte[] bytes = Streams.bytes(blocks);
            List<StreamEvent> whole = decoded(dialect, List.of(bytes));
            assertThat(Answers.objection(whole)).isEmpty();
            for (Cut cut : Pieces.cuts(bytes.length)) {
                assertThat(Answers.joined(decoded(dialect, cut.pieces(bytes))))
                        .as(cut.name())
                        .isEqualTo(Answers.joined(whole));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aBodyOfAnythingIsAnAnswerThatEnds(Dialect dialect) throws InterruptedException {
        Shape<byte[]> bodies = new Shape<>(
                chance -> Jsons.written(
                        Jsons.damaged(
                                Streams.whole(
                                        dialect, Answers.ANY.made().apply(chance), chance.of(ReasoningField.values())),
                                chance,
                                Streams.WORDS),
                        chance),
                Jsons::smaller,
                Texts::literal);
        Fuzz.of("backend body " + dialect.id(), bodies, INPUTS, bytes -> {
            Optional<ObjectNode> body = StrictJson.object(bytes);
            if (body.isEmpty()) {
                return;
            }
            List<StreamEvent> events = new ArrayList<>();
            Dialects.backend(dialect).decode(body.get(), events::add);
            assertThat(Answers.objection(events)).isEmpty();
            if (!(events.getLast() instanceof Finish)) {
                return;
            }
            ObjectNode before = body.get().deepCopy();
            byte[] rewritten = Dialects.backend(dialect).rewrite(body.get(), events);
            assertThat(StrictJson.object(rewritten)).isPresent();
            assertThat(body.get()).isEqualTo(before);
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWrittenIsReadAgain(Dialect dialect) throws InterruptedException {
        Fuzz.of("backend read again " + dialect.id(), Answers.ANY, INPUTS, events -> {
            List<StreamEvent> streamed =
                    decoded(dialect, List.of(Streams.encoded(dialect, events, ReasoningField.REASONING_CONTENT)));
            if (events.getLast() instanceof Finish) {
                assertThat(Said.of(streamed)).isEqualTo(Said.of(events));
            }
            assertThat(streamed.getLast().getClass()).isEqualTo(events.getLast().getClass());
            if (events.getLast() instanceof Finish) {
                List<StreamEvent> whole = new ArrayList<>();
                Dialects.backend(dialect)
                        .decode(Streams.whole(dialect, events, ReasoningField.REASONING_CONTENT), whole::add);
                assertThat(Said.of(whole)).isEqualTo(Said.of(events));
            }
        });
    }

    @Test
    void anErrorBodyOfAnythingIsAFailure() throws InterruptedException {
        Shape<byte[]> bodies = new Shape<>(
                chance -> Jsons.written(Jsons.object(chance, Streams.WORDS, 4), chance),
                Jsons::smaller,
                Texts::literal);
        Fuzz.of("backend error", bodies, INPUTS, bytes -> {
            Failure failure = BackendErrors.of(500, bytes, Optional.empty());
            assertThat(failure.status()).isBetween(400, 599);
            for (Dialect dialect : Dialect.values()) {
                StrictJson.parse(Dialects.codec(dialect).error(failure));
            }
        });
    }
}

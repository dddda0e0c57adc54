package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import dev.throughline.wire.WireException;
import dev.throughline.wire.responses.EncodedResponses.Frame;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What holds for every legal answer.
@Thorough
class ResponsesPropertiesTest {
    private static final Set<String> TERMINALS = Set.of("response.completed", "response.incomplete", "response.failed");

    static LongStream seeds() {
        return LongStream.range(0, Thoroughness.tries(100, 20));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void numbersAreConsecutiveAndNamesAreTypes(long seed) throws WireException {
        List<Frame> frames = EncodedResponses.frames(RandomResponsesAnswer.finished(seed));

        assertThat(frames)
                .extracting(frame -> frame.at("sequence_number"))
                .containsExactlyElementsOf(
                        IntStream.range(0, frames.size()).boxed().toList());
        assertThat(frames).allSatisfy(frame -> assertThat(frame.text("/type")).isEqualTo(frame.event()));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void oneTerminalEndsTheStream(long seed) throws WireException {
        for (List<StreamEvent> events :
                List.of(RandomResponsesAnswer.finished(seed), RandomResponsesAnswer.failed(seed))) {
            List<Frame> frames = EncodedResponses.frames(events);

            assertThat(frames)
                    .filteredOn(frame -> TERMINALS.contains(frame.event()))
                    .hasSize(1);
            assertThat(TERMINALS).contains(frames.getLast().event());
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void strictReaderSeesEachItemAndPartBeginGrowAndEnd(long seed) throws WireException {
        var reader = new StrictResponsesReader();
        for (Frame frame : EncodedResponses.frames(RandomResponsesAnswer.finished(seed))) {
            reader.take(frame);
        }

        reader.assertAllDone();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void strictReaderFollowsAFailureUpToItsEnd(long seed) throws WireException {
        var reader = new StrictResponsesReader();
        for (Frame frame : EncodedResponses.frames(RandomResponsesAnswer.failed(seed))) {
            reader.take(frame);
        }

        assertThat(reader.terminal().path("status").asText()).isEqualTo("failed");
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nothingIsLostOrInvented(long seed) throws WireException {
        List<StreamEvent> events = RandomResponsesAnswer.finished(seed);

        JsonNode output = EncodedResponses.frames(events).getLast().data().at("/response/output");

        var said = new StringBuilder();
        for (StreamEvent event : events) {
            switch (event) {
                case ReasoningDelta(String text) -> said.append(text);
                case TextDelta(String text) -> said.append(text);
                case ToolCallArgs(int _, String text) -> said.append(text);
                default -> {}
            }
        }
        var read = new StringBuilder();
        for (JsonNode item : output) {
            read.append(item.at("/content/0/text").asText())
                    .append(item.path("arguments").asText());
        }
        assertThat(read).hasToString(said.toString());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void streamingAndNotStreamingSayTheSame(long seed) throws WireException {
        List<StreamEvent> events = RandomResponsesAnswer.finished(seed);

        JsonNode streamed = EncodedResponses.frames(events).getLast().data().path("response");

        assertThat(EncodedResponses.whole(events)).isEqualTo(streamed);
    }
}

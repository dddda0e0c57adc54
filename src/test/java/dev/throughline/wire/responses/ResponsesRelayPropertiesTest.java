package dev.throughline.wire.responses;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import dev.throughline.wire.responses.EncodedResponses.Frame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What holds for every answer of a GLM model behind a Responses server without parsers.
@Thorough
class ResponsesRelayPropertiesTest {
    private static final List<String> PIECES = List.of(
            "<think>",
            "</think>",
            "<tool_call>f",
            "<arg_key>k</arg_key>",
            "<arg_value>",
            "</arg_value>",
            "</tool_call>",
            "Hi",
            " é漢👍",
            "\n",
            "<",
            "\"\\",
            "a");

    private static final Pattern OUTPUT_INDEX = Pattern.compile("\"output_index\":(\\d+)");

    static LongStream seeds() {
        return LongStream.range(0, Thoroughness.tries(300, 40));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void clientHearsWhatPassedTheFilter(long seed) {
        List<StreamEvent> answer = answer(seed);

        String relayed = RelayedResponse.glm(EncodedResponses.stream(answer));

        assertThat(normal(DecodedResponse.stream(relayed))).isEqualTo(normal(filtered(answer)));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void clientReadsWhatPassedTheFilterOfItemsThatOverlap(long seed) {
        for (int mix = 0; mix < 20; mix++) {
            String stream = overlapping(EncodedResponses.stream(answer(seed)), new Random(20 * seed + mix));

            String relayed = RelayedResponse.glm(stream);

            assertThat(contents(DecodedResponse.stream(relayed)))
                    .as(stream)
                    .isEqualTo(contents(filteredEvents(DecodedResponse.stream(stream))));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void strictReaderSeesEachItemAndPartBeginGrowAndEnd(long seed) {
        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(EncodedResponses.stream(answer(seed))));

        var reader = new StrictResponsesReader();
        frames.forEach(reader::take);

        reader.assertAllDone();
        assertThat(frames)
                .extracting(frame -> frame.at("sequence_number"))
                .containsExactlyElementsOf(
                        IntStream.range(0, frames.size()).boxed().toList());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void answerThatNeedsNothingPassesByteForByte(long seed) {
        String stream = EncodedResponses.stream(RandomResponsesAnswer.finished(seed));

        assertThat(RelayedResponse.untouched(stream)).isEqualTo(stream);
    }

    @Test
    void cutsOfTheConnectionChangeNothing() {
        String stream = EncodedResponses.stream(answer(7));
        String whole = RelayedResponse.glm(stream);

        Cuts.each(
                stream.getBytes(StandardCharsets.UTF_8),
                (label, chunks) -> assertThat(RelayedResponse.through(RelayedResponse.glm(), chunks))
                        .as(label)
                        .isEqualTo(whole));
    }

    private static List<StreamEvent> filtered(List<StreamEvent> answer) {
        return filteredEvents(DecodedResponse.stream(EncodedResponses.stream(answer)));
    }

    private static List<StreamEvent> filteredEvents(List<StreamEvent> decoded) {
        List<StreamEvent> events = new ArrayList<>();
        var glm = RelayedResponse.glm();
        decoded.forEach(event -> glm.accept(event, events::add));
        return events;
    }

    /// The same answer with items that grow in turn: the frames of each in their order.
    private static String overlapping(String stream, Random random) {
        int end = stream.indexOf("event: response.completed");
        Map<Integer, Deque<String>> items = new TreeMap<>();
        var mixed = new StringBuilder();
        for (String frame : stream.substring(0, end).split("(?<=\n\n)")) {
            Matcher index = OUTPUT_INDEX.matcher(frame);
            if (index.find()) {
                items.computeIfAbsent(Integer.valueOf(index.group(1)), _ -> new ArrayDeque<>())
                        .add(frame);
            } else {
                mixed.append(frame);
            }
        }
        List<Deque<String>> open = new ArrayList<>(items.values());
        while (!open.isEmpty()) {
            Deque<String> item = open.get(random.nextInt(open.size()));
            for (int frames = 1 + random.nextInt(3); frames > 0 && !item.isEmpty(); frames--) {
                mixed.append(item.remove());
            }
            open.removeIf(Deque::isEmpty);
        }
        return mixed.append(stream.substring(end)).toString();
    }

    /// The texts, and the arguments by the ids of their calls.
    private static Map<String, String> contents(List<StreamEvent> events) {
        Map<String, String> contents = new TreeMap<>();
        String call = "";
        for (StreamEvent event : events) {
            switch (event) {
                case TextDelta(String text) -> contents.merge("text", text, String::concat);
                case ReasoningDelta(String text) -> contents.merge("reasoning", text, String::concat);
                case ToolCallStart(int _, String id, String _) -> call = id;
                case ToolCallArgs(int _, String text) -> contents.merge(call, text, String::concat);
                case StreamEvent _ -> {}
            }
        }
        return contents;
    }

    /// Adjacent deltas joined; what only keeps blocks apart is left out; a proof without a text is a block of its own.
    private static List<StreamEvent> normal(List<StreamEvent> events) {
        List<StreamEvent> normal = new ArrayList<>();
        for (StreamEvent event : DecodedResponse.joined(
                events.stream().filter(event -> !isEmpty(event)).toList())) {
            boolean isAlone = event instanceof ReasoningSignature && !(normal.getLast() instanceof ReasoningDelta);
            normal.add(
                    isAlone && event instanceof ReasoningSignature(String proof)
                            ? new RedactedReasoning(proof)
                            : event);
        }
        return normal;
    }

    private static boolean isEmpty(StreamEvent event) {
        return event.equals(new ReasoningSignature(""))
                || event.equals(new TextDelta(""))
                || event.equals(new ReasoningDelta(""))
                || event instanceof ToolCallArgs(int _, String text) && text.isEmpty();
    }

    private static List<StreamEvent> answer(long seed) {
        var random = new Random(seed);
        List<StreamEvent> events = new ArrayList<>(List.of(new Start("glm-4.6")));
        int blocks = 1 + random.nextInt(4);
        int calls = 0;
        for (int i = 0; i < blocks; i++) {
            switch (random.nextInt(5)) {
                case 0 -> {
                    pieces(random).forEach(piece -> events.add(new ReasoningDelta(piece)));
                    if (random.nextBoolean()) {
                        events.add(new ReasoningSignature("sig" + i));
                    }
                }
                case 1 -> {
                    events.add(new ToolCallStart(calls, "call_" + calls, "f"));
                    events.add(new ToolCallArgs(calls, "{\"a\":"));
                    events.add(new ToolCallArgs(calls, "1}"));
                    events.add(new ToolCallEnd(calls++));
                }
                default -> pieces(random).forEach(piece -> events.add(new TextDelta(piece)));
            }
        }
        events.add(new Usage(9, 8, 0, 0));
        events.add(new Finish(FinishReason.STOP));
        return events;
    }

    private static List<String> pieces(Random random) {
        return random.ints(1 + random.nextInt(14), 0, PIECES.size())
                .mapToObj(PIECES::get)
                .toList();
    }
}

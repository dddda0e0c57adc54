package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.responses.EncodedResponses.Frame;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// How an answer ends whose frames all passed as they came, and what is written behind them. `'` stands for `"`.
class ResponsesRelayEndsTest {
    private static final String CREATED =
            "{'type':'response.created','response':{'id':'resp_1','model':'m','output':[],'x':1}}";
    private static final String ADDED = "{'type':'response.output_item.added','output_index':0,"
            + "'item':{'id':'msg_1','type':'message','status':'in_progress','role':'assistant','content':[]}}";
    private static final String PART = "{'type':'response.content_part.added','item_id':'msg_1','output_index':0,"
            + "'content_index':0,'part':{'type':'output_text','text':'','annotations':[]}}";
    private static final String HI = "{'type':'response.output_text.delta','item_id':'msg_1','output_index':0,"
            + "'content_index':0,'delta':'Hi'}";
    private static final String ITEM = "{'id':'msg_1','type':'message','status':'completed','role':'assistant',"
            + "'content':[{'type':'output_text','text':'Hi'}],'x':9}";
    private static final String[] DONE = {
        "{'type':'response.output_text.done','item_id':'msg_1','output_index':0,'content_index':0,'text':'Hi'}",
        "{'type':'response.content_part.done','item_id':'msg_1','output_index':0,'content_index':0,"
                + "'part':{'type':'output_text','text':'Hi'}}",
        "{'type':'response.output_item.done','output_index':0,'item':" + ITEM + "}"
    };
    private static final String COMPLETED =
            "{'type':'response.completed','response':{'id':'resp_1','status':'completed','output':[" + ITEM + "]}}";
    private static final Finish STOP = new Finish(FinishReason.STOP);

    private final StreamRelay relay = new ResponsesBackendCodec().relay();
    private final FrameBuffer out = new FrameBuffer();

    @Test
    void anEmptyItemPassesBesideEverythingElse() {
        for (String end : List.of(COMPLETED, "{'type':'response.completed','response':{'output':[]}}")) {
            String stream = RelayedResponse.stream(CREATED, ADDED, "{'type':'response.x'}", PART, end);

            assertThat(RelayedResponse.untouched(stream)).isEqualTo(stream);
        }
    }

    @Test
    void anAnswerThatTheBackendDidNotEndIsEndedWithItsItem() {
        String begun = RelayedResponse.stream(CREATED, ADDED, PART, HI);
        forward(begun);
        assertThat(written()).isEqualTo(begun);

        relay.finish(List.of(), new Finish(FinishReason.LENGTH), out);

        JsonNode response = response(begun + written(), "response.incomplete");
        assertThat(response.at("/output/0/status").asText()).isEqualTo("incomplete");
        assertThat(response.at("/output/0/content/0/text").asText()).isEqualTo("Hi");
        assertThat(response.path("status").asText()).isEqualTo("incomplete");
        assertThat(response.at("/incomplete_details/reason").asText()).isEqualTo("max_output_tokens");
        assertThat(response.path("x").asInt()).isEqualTo(1);
    }

    @Test
    void anotherReasonIsWrittenIntoTheEndOfTheBackend() {
        String begun = RelayedResponse.stream(all());
        forward(begun);
        String before = written();

        relay.finish(List.of(), new Finish(FinishReason.CONTENT_FILTER), out);

        JsonNode response = response(before + written(), "response.incomplete");
        assertThat(response.at("/incomplete_details/reason").asText()).isEqualTo("content_filter");
        assertThat(response.at("/output/0/x").asInt()).isEqualTo(9);
        assertThat(begun).startsWith(before);
    }

    @Test
    void textThatWasHeldBackUntilTheEndIsAnItemBeforeIt() {
        forward(RelayedResponse.stream(all()));

        relay.finish(List.of(new TextDelta(" there")), STOP, out);

        JsonNode response = response(written(), "response.completed");
        assertThat(response.path("output")).hasSize(2);
        assertThat(response.at("/output/0/x").asInt()).isEqualTo(9);
        assertThat(response.at("/output/1/content/0/text").asText()).isEqualTo(" there");
    }

    @Test
    void whatFollowsTheLastFrameOfAFailingAnswerIsWrittenBeforeTheFailure() {
        forward(RelayedResponse.stream(CREATED, ADDED, PART, HI));
        String before = written();

        relay.rest(List.of(new TextDelta(" there")), out);
        List<Frame> rest = RelayedResponse.frames(written());
        relay.fail(Failure.of(FailureKind.TIMEOUT, "late"), out);

        List<Frame> failed = RelayedResponse.frames(written());
        assertThat(rest)
                .hasSizeGreaterThan(1)
                .allSatisfy(frame ->
                        assertThat(frame.event()).doesNotEndWith(".done").doesNotEndWith(".failed"));
        assertThat(rest.getLast().text("/delta")).isEqualTo(" there");
        assertThat(failed).singleElement().satisfies(frame -> {
            assertThat(frame.event()).isEqualTo("response.failed");
            assertThat(frame.text("/response/error/message")).isEqualTo("late");
            assertThat(frame.data().at("/response/output").findValuesAsText("text"))
                    .isEqualTo(List.of("Hi", " there"));
        });
        assertThat(numbers(before, rest, failed))
                .isEqualTo(Stream.iterate(0, number -> number + 1)
                        .limit(4L + rest.size() + failed.size())
                        .toList());
    }

    @Test
    void aFailureOfTheBackendPassesAsItCame() {
        String failed = RelayedResponse.stream("{'type':'response.failed','response':{'status':'failed','x':1}}");
        forward(RelayedResponse.stream(CREATED, ADDED, PART, HI));
        written();

        new SseDecoder(1 << 20).feed(failed.getBytes(StandardCharsets.UTF_8), frame -> {
            relay.decoder().on(frame, _ -> {});
            relay.fail(frame, out);
        });

        assertThat(written()).isEqualTo(failed);
    }

    private static String[] all() {
        return Stream.of(Stream.of(CREATED, ADDED, PART, HI), Stream.of(DONE), Stream.of(COMPLETED))
                .flatMap(events -> events)
                .toArray(String[]::new);
    }

    private static List<Integer> numbers(String before, List<Frame> rest, List<Frame> failed) {
        return Stream.of(RelayedResponse.frames(before), rest, failed)
                .flatMap(List::stream)
                .map(frame -> frame.at("sequence_number"))
                .toList();
    }

    /// The response of a stream that ends with this event.
    private static JsonNode response(String stream, String event) {
        List<Frame> frames = RelayedResponse.frames(stream);
        assertThat(frames.getLast().event()).isEqualTo(event);
        assertThat(frames)
                .extracting(frame -> frame.at("sequence_number"))
                .containsExactlyElementsOf(Stream.iterate(0, number -> number + 1)
                        .limit(frames.size())
                        .toList());
        var reader = new StrictResponsesReader();
        frames.forEach(reader::take);
        reader.assertAllDone();
        return reader.terminal();
    }

    /// Forwards frames of which everything passes.
    private void forward(String stream) {
        new SseDecoder(1 << 20).feed(stream.getBytes(StandardCharsets.UTF_8), this::forward);
    }

    private void forward(SseFrame frame) {
        List<StreamEvent> read = new ArrayList<>();
        relay.decoder().on(frame, read::add);
        read.removeIf(StreamEvent::isTerminal);
        relay.forward(frame, true, read, out);
    }

    private String written() {
        return new String(out.take(), StandardCharsets.UTF_8);
    }
}

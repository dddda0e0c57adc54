package dev.throughline.wire.responses;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
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
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.WireException;
import dev.throughline.wire.responses.EncodedResponses.Frame;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResponsesStreamEncoderTest {
    private static final Start START = new Start("glm-5");
    private static final Finish STOP = new Finish(FinishReason.STOP);

    private static final String MIRROR =
            "\"instructions\":null,\"max_output_tokens\":null,\"max_tool_calls\":null,\"model\":\"glm-5\","
                    + "\"parallel_tool_calls\":true,\"previous_response_id\":null,"
                    + "\"reasoning\":{\"effort\":null,\"summary\":null},\"service_tier\":\"default\",\"store\":true,"
                    + "\"temperature\":1.0,\"text\":{\"format\":{\"type\":\"text\"}},\"tool_choice\":\"auto\","
                    + "\"tools\":[],\"top_logprobs\":0,\"top_p\":1.0,\"truncation\":\"disabled\",\"user\":null,"
                    + "\"metadata\":{},\"usage\":";
    private static final String ID =
            "{\"id\":\"resp_k1\",\"object\":\"response\",\"created_at\":1790000000,\"status\":";

    @Test
    void textAnswerHasTheExactFrames() {
        String text = EncodedResponses.stream(
                List.of(START, new TextDelta("Hé"), new TextDelta("\"y\"\n"), new Usage(7, 3, 2, 0), STOP));

        String part = "{\"type\":\"output_text\",\"text\":\"Hé\\\"y\\\"\\n\",\"annotations\":[],\"logprobs\":[]}";
        String item = "{\"id\":\"msg_k1_0\",\"type\":\"message\",\"status\":\"completed\",\"role\":\"assistant\","
                + "\"content\":[" + part + "]}";
        String place = "\"item_id\":\"msg_k1_0\",\"output_index\":0,\"content_index\":0,";
        assertThat(text)
                .isEqualTo(begun()
                        + frame(
                                "response.output_item.added",
                                2,
                                "\"output_index\":0,\"item\":{\"id\":\"msg_k1_0\",\"type\":\"message\","
                                        + "\"status\":\"in_progress\",\"role\":\"assistant\",\"content\":[]}")
                        + frame(
                                "response.content_part.added",
                                3,
                                place
                                        + "\"part\":{\"type\":\"output_text\",\"text\":\"\","
                                        + "\"annotations\":[],\"logprobs\":[]}")
                        + frame("response.output_text.delta", 4, place + "\"delta\":\"Hé\",\"logprobs\":[]")
                        + frame("response.output_text.delta", 5, place + "\"delta\":\"\\\"y\\\"\\n\",\"logprobs\":[]")
                        + frame("response.output_text.done", 6, place + "\"text\":\"Hé\\\"y\\\"\\n\",\"logprobs\":[]")
                        + frame("response.content_part.done", 7, place + "\"part\":" + part)
                        + frame("response.output_item.done", 8, "\"output_index\":0,\"item\":" + item)
                        + frame(
                                "response.completed",
                                9,
                                "\"response\":" + ID
                                        + "\"completed\",\"background\":false,\"error\":null,"
                                        + "\"incomplete_details\":null,"
                                        + "\"output\":[" + item + "]," + MIRROR
                                        + "{\"input_tokens\":7,\"input_tokens_details\":{\"cached_tokens\":2},"
                                        + "\"output_tokens\":3,\"output_tokens_details\":{\"reasoning_tokens\":0},"
                                        + "\"total_tokens\":10}}"));
    }

    @Test
    void reasoningIsWrittenAsContentAndAsSummaryWithItsProof() {
        String text = EncodedResponses.stream(List.of(START, new ReasoningDelta("hm"), new ReasoningSignature("sig")));

        String summary = "\"item_id\":\"rs_k1_0\",\"output_index\":0,\"summary_index\":0,";
        assertThat(text)
                .isEqualTo(begun()
                        + frame(
                                "response.output_item.added",
                                2,
                                "\"output_index\":0,\"item\":{\"id\":\"rs_k1_0\",\"type\":\"reasoning\","
                                        + "\"status\":\"in_progress\",\"summary\":[],\"content\":[],"
                                        + "\"encrypted_content\":null}")
                        + frame(
                                "response.reasoning_summary_part.added",
                                3,
                                summary + "\"part\":{\"type\":\"summary_text\",\"text\":\"\"}")
                        + frame("response.reasoning_summary_text.delta", 4, summary + "\"delta\":\"hm\"")
                        + frame("response.reasoning_summary_text.done", 5, summary + "\"text\":\"hm\"")
                        + frame(
                                "response.reasoning_summary_part.done",
                                6,
                                summary + "\"part\":{\"type\":\"summary_text\",\"text\":\"hm\"}")
                        + frame(
                                "response.output_item.done",
                                7,
                                "\"output_index\":0,\"item\":{\"id\":\"rs_k1_0\",\"type\":\"reasoning\","
                                        + "\"status\":\"completed\",\"summary\":[{\"type\":\"summary_text\","
                                        + "\"text\":\"hm\"}],\"content\":[{\"type\":\"reasoning_text\","
                                        + "\"text\":\"hm\"}],\"encrypted_content\":\"sig\"}"));
    }

    @Test
    void callHasTheExactFrames() {
        String text = EncodedResponses.stream(List.of(
                START,
                new ToolCallStart(0, "call_a", "ls"),
                new ToolCallArgs(0, "{\"p\":"),
                new ToolCallArgs(0, "1}"),
                new ToolCallEnd(0)));

        String place = "\"item_id\":\"fc_k1_0\",\"output_index\":0,";
        String item = "\"output_index\":0,\"item\":{\"id\":\"fc_k1_0\",\"type\":\"function_call\",\"status\":\"";
        assertThat(text)
                .isEqualTo(begun()
                        + frame(
                                "response.output_item.added",
                                2,
                                item + "in_progress\",\"call_id\":\"call_a\"," + "\"name\":\"ls\",\"arguments\":\"\"}")
                        + frame("response.function_call_arguments.delta", 3, place + "\"delta\":\"{\\\"p\\\":\"")
                        + frame("response.function_call_arguments.delta", 4, place + "\"delta\":\"1}\"")
                        + frame(
                                "response.function_call_arguments.done",
                                5,
                                place + "\"name\":\"ls\",\"arguments\":\"{\\\"p\\\":1}\"")
                        + frame(
                                "response.output_item.done",
                                6,
                                item
                                        + "completed\",\"call_id\":\"call_a\","
                                        + "\"name\":\"ls\",\"arguments\":\"{\\\"p\\\":1}\"}"));
    }

    @Test
    void redactedReasoningIsAnItemThatOnlyItsProviderReads() throws WireException {
        List<Frame> frames =
                EncodedResponses.frames(List.of(START, new RedactedReasoning("opaque"), new TextDelta("a"), STOP));

        assertThat(frames.get(3).event()).isEqualTo("response.output_item.done");
        assertThat(frames.get(3).data().path("item"))
                .isEqualTo(EncodedResponses.json("{\"id\":\"rs_k1_0\",\"type\":\"reasoning\",\"status\":\"completed\","
                        + "\"summary\":[],\"encrypted_content\":\"opaque\"}"));
        assertThat(frames.get(4).text("/item/id")).isEqualTo("msg_k1_1");
    }

    @Test
    void proofWithoutTextIsASeparateItem() throws WireException {
        List<Frame> frames = EncodedResponses.frames(List.of(START, new ReasoningSignature("sig"), STOP));

        assertThat(frames.getLast().data().at("/response/output").size()).isOne();
        assertThat(frames.getLast().text("/response/output/0/encrypted_content"))
                .isEqualTo("sig");
    }

    @Test
    void reasoningWithoutProofHasNoEncryptedContent() throws WireException {
        List<Frame> frames = EncodedResponses.frames(List.of(START, new ReasoningDelta("hm"), STOP));

        assertThat(frames.getLast()
                        .data()
                        .at("/response/output/0/encrypted_content")
                        .isNull())
                .isTrue();
    }

    @Test
    void signedBlocksAreItemsOfTheirOwn() throws WireException {
        List<Frame> frames = EncodedResponses.frames(List.of(
                START,
                new ReasoningDelta("a"),
                new ReasoningSignature("1"),
                new ReasoningDelta("b"),
                new ReasoningSignature("2"),
                STOP));

        assertThat(frames.getLast().data().at("/response/output").findValuesAsText("encrypted_content"))
                .containsExactly("1", "2");
    }

    @Test
    void lengthLimitEndsIncompleteAndSaysWhichItemWasCut() throws WireException {
        List<Frame> frames =
                EncodedResponses.frames(List.of(START, new TextDelta("ha"), new Finish(FinishReason.LENGTH)));

        Frame last = frames.getLast();
        assertThat(last.event()).isEqualTo("response.incomplete");
        assertThat(last.text("/response/status")).isEqualTo("incomplete");
        assertThat(last.text("/response/incomplete_details/reason")).isEqualTo("max_output_tokens");
        assertThat(last.text("/response/output/0/status")).isEqualTo("incomplete");
        assertThat(frames.get(frames.size() - 2).text("/item/status")).isEqualTo("incomplete");
    }

    @Test
    void contentFilterEndsIncomplete() throws WireException {
        List<Frame> frames = EncodedResponses.frames(List.of(START, new Finish(FinishReason.CONTENT_FILTER)));

        assertThat(frames.getLast().text("/response/incomplete_details/reason")).isEqualTo("content_filter");
    }

    @Test
    void failureEndsFailedAndLeavesTheOpenItemUndone() throws WireException {
        List<Frame> frames = EncodedResponses.frames(
                List.of(START, new TextDelta("ha"), Failure.of(FailureKind.BACKEND, "The backend broke off.")));

        Frame last = frames.getLast();
        assertThat(last.event()).isEqualTo("response.failed");
        assertThat(last.data().at("/response/error"))
                .isEqualTo(EncodedResponses.json("{\"code\":\"server_error\",\"message\":\"The backend broke off.\"}"));
        assertThat(last.text("/response/output/0/status")).isEqualTo("incomplete");
        assertThat(frames).extracting(Frame::event).doesNotContain("response.output_item.done");
    }

    @Test
    void rateLimitWithinAStreamKeepsItsCode() throws WireException {
        List<Frame> frames = EncodedResponses.frames(List.of(START, Failure.of(FailureKind.RATE_LIMIT, "Slow down.")));

        assertThat(frames.getLast().text("/response/error/code")).isEqualTo("rate_limit_exceeded");
    }

    @Test
    void previousResponseIsEchoed() {
        var head = new AnswerHead(
                "k1",
                "m",
                EncodedResponses.HEAD.created(),
                true,
                EncodedResponses.HEAD.reasoningField(),
                "resp_before");
        var out = new FrameBuffer();

        new ResponsesCodec().streamEncoder(head).on(START, out);

        assertThat(new String(out.take(), StandardCharsets.UTF_8)).contains("\"previous_response_id\":\"resp_before\"");
    }

    @Test
    void keepAliveIsACommentWithoutANumber() {
        var out = new FrameBuffer();

        new ResponsesCodec().streamEncoder(EncodedResponses.HEAD).keepAlive(out);

        assertThat(new String(out.take(), StandardCharsets.UTF_8)).isEqualTo(": keep-alive\n\n");
    }

    private static String begun() {
        String response = "\"response\":" + ID
                + "\"in_progress\",\"background\":false,\"error\":null,\"incomplete_details\":null,\"output\":[],"
                + MIRROR
                + "null}";
        return frame("response.created", 0, response) + frame("response.in_progress", 1, response);
    }

    private static String frame(String type, int number, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\",\"sequence_number\":" + number + "," + fields
                + "}\n\n";
    }
}

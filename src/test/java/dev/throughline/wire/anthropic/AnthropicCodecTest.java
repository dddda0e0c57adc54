package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AnthropicCodecTest {
    private static final AnthropicCodec CODEC = new AnthropicCodec();
    private static final List<StreamEvent> ANSWER = List.of(
            new StreamEvent.Start("m"),
            new StreamEvent.RedactedReasoning("opaque"),
            new StreamEvent.ReasoningDelta("wh"),
            new StreamEvent.ReasoningDelta("y"),
            new StreamEvent.ReasoningSignature("proof"),
            new StreamEvent.TextDelta("\n"),
            new StreamEvent.TextDelta("so"),
            new StreamEvent.ToolCallStart(0, "toolu_1", "f"),
            new StreamEvent.ToolCallArgs(0, "{\"a\":1}"),
            new StreamEvent.ToolCallEnd(0),
            new StreamEvent.Usage(3, 4, 1, 2),
            new StreamEvent.Finish(FinishReason.TOOL_CALLS));

    @Test
    void decodesBlocksWithTheirPlaces() throws WireException {
        Conversation request = decode("""
                {"model":"m","max_tokens":9,"system":[{"type":"text","text":"s"}],"messages":[
                 {"role":"user","content":"u"},
                 {"role":"assistant","content":[
                  {"type":"thinking","thinking":"t","signature":"p"},{"type":"redacted_thinking","data":"d"},
                  {"type":"text","text":"c"},{"type":"tool_use","id":"toolu_1","name":"f","input":{"a":[1, 2]}}]},
                 {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"out"}]}]}]}
                """);

        assertThat(request.messages())
                .extracting(message -> message.role())
                .containsExactly(Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL);
        assertThat(request.messages().get(2).parts())
                .containsExactly(
                        new Part.Reasoning("/messages/1/content/0/thinking", "thinking", "t", Optional.of("p")),
                        new Part.RedactedReasoning("/messages/1/content/1/data", "d"),
                        new Part.Text("/messages/1/content/2/text", "c"),
                        new Part.ToolCall("/messages/1/content/3", "toolu_1", "f", "{\"a\":[1,2]}"));
        assertThat(request.messages().get(3).parts())
                .containsExactly(new Part.ToolResult("/messages/2/content/0", "toolu_1", "out", false));
    }

    @Test
    void keepsAReminderWithTheResultsAndTakesAQuestionForATurn() throws WireException {
        Conversation request = decode("""
                {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[
                 {"type":"tool_result","tool_use_id":"toolu_1","content":"out"},
                 {"type":"text","text":"<system-reminder>be brief</system-reminder>"},
                 {"type":"text","text":"And now?"}]}]}
                """);

        assertThat(request.messages()).extracting(message -> message.role()).containsExactly(Role.TOOL, Role.USER);
        assertThat(request.messages().getLast().text()).isEqualTo("And now?");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    {"model":"m","messages":[{"role":"user","content":"u"}]}                            | /max_tokens
                    {"max_tokens":1,"messages":[{"role":"user","content":"u"}]}                         | /model
                    {"model":"m","max_tokens":1,"messages":[]}                                          | /messages
                    {"model":"m","max_tokens":1,"messages":[{"role":"user"}]}                           | /messages/0/content
                    {"model":"m","max_tokens":1,"messages":[{"role":"tool","content":"u"}]}             | /messages/0/role
                    {"model":"m","max_tokens":1,"messages":[{"role":"user","content":[{"text":"u"}]}]}  | /messages/0/content/0/type
                    {"model":"m","max_tokens":1,"messages":[{"role":"assistant","content":[{"type":"tool_use"}]}]} | /messages/0/content/0/id
                    """)
    void namesThePlaceOfAnError(String body, String pointer) {
        assertThatThrownBy(() -> decode(body))
                .isInstanceOfSatisfying(
                        WireException.class,
                        e -> assertThat(e.failure().param()).contains(pointer));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("choices")
    void decodesToolsAndTheirChoice(String choice, ToolChoice expected) throws WireException {
        Conversation request =
                decode("{\"model\":\"m\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":\"u\"}],"
                        + "\"tools\":[{\"name\":\"f\",\"description\":\"d\",\"input_schema\":{\"x\":1}},{\"name\":\"g\"}]"
                        + choice + "}");

        assertThat(request.toolChoice()).isEqualTo(expected);
        assertThat(request.tools())
                .containsExactly(
                        new Tool("f", "d", StrictJson.MAPPER.createObjectNode().put("x", 1)),
                        new Tool("g", "", StrictJson.MAPPER.createObjectNode()));
    }

    static Stream<Arguments> choices() {
        String choice = ",\"tool_choice\":{\"type\":\"%s\",\"name\":\"f\"}";
        return Stream.of(
                Arguments.of("", new ToolChoice.Auto()),
                Arguments.of(choice.formatted("auto"), new ToolChoice.Auto()),
                Arguments.of(choice.formatted("any"), new ToolChoice.Required()),
                Arguments.of(choice.formatted("none"), new ToolChoice.None()),
                Arguments.of(choice.formatted("tool"), new ToolChoice.Named("f")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {"type":"continue","previous_message_id":"msg_1"} | msg_1
        {"type":"continue","previous_message_id":""}      | ~~
        {"type":"continue","previous_message_id":7}       | ~~
        {"type":"new","previous_message_id":"msg_1"}      | ~~
        null                                              | ~~
        """)
    void continuesTheAnswerThatTheThreadNames(String thread, String id) throws WireException {
        Conversation request = decode("{\"model\":\"m\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\","
                + "\"content\":\"u\"}],\"thread\":" + thread + "}");

        assertThat(request.previousResponse()).isEqualTo(Optional.of(id).filter(text -> !text.isEmpty()));
    }

    @Test
    void decodesResultsOfEveryForm() throws WireException {
        Conversation request = decode("""
                {"model":"m","max_tokens":9,"messages":[
                 {"role":"system","content":"s"},
                 {"role":"user","content":[
                  {"type":"tool_result","tool_use_id":"a","is_error":true},
                  {"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"x"},
                   {"type":"image","source":{"type":"url","url":"https://h/a"}},{"type":"text","text":"y"}]},
                  {"type":"document","source":{"type":"text","data":"d"}}]}]}
                """);

        assertThat(request.messages()).extracting(message -> message.role()).containsExactly(Role.SYSTEM, Role.TOOL);
        assertThat(request.messages().getLast().parts())
                .hasSize(4)
                .contains(
                        new Part.ToolResult("/messages/1/content/0", "a", "", true),
                        new Part.ToolResult("/messages/1/content/1", "b", "xy", false))
                .satisfies(parts -> assertThat(parts.get(2)).isInstanceOf(Part.Image.class))
                .satisfies(parts -> assertThat(parts.get(3)).isInstanceOf(Part.Other.class));
    }

    @Test
    void takesOtherContentBesideResultsForATurn() throws WireException {
        Conversation request = decode("""
                {"model":"m","max_tokens":9,"messages":[{"role":"user","content":[
                 {"type":"tool_result","tool_use_id":"a","content":"x"},{"type":"search_result","source":"s"}]}]}
                """);

        assertThat(request.messages()).extracting(message -> message.role()).containsExactly(Role.TOOL, Role.USER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "7", "{}"})
    void contentIsAStringOrBlocks(String content) {
        assertThatThrownBy(
                        () -> decode("{\"model\":\"m\",\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":"
                                + content + "}]}"))
                .isInstanceOfSatisfying(WireException.class, e -> {
                    assertThat(e.failure().param()).contains("/messages/0/content");
                    assertThat(e.failure().message().contains("missing")).isEqualTo(content.equals("null"));
                });
    }

    @Test
    void anAnswerHasTheIdOfItsKey() {
        assertThat(stream(ANSWER)).contains("\"id\":\"msg_k\"");
        assertThat(whole(ANSWER).path("id").asText()).isEqualTo("msg_k");
        assertThat(CODEC.dialect()).isEqualTo(Dialect.ANTHROPIC);
    }

    @Test
    void modelsAreOnePage() {
        String model =
                "{\"type\":\"model\",\"id\":\"%s\",\"display_name\":\"%s\",\"created_at\":\"2025-06-15T00:00:00Z\"}";

        assertThat(CODEC.models(List.of("a", "b")))
                .asString()
                .isEqualTo("{\"data\":[" + model.formatted("a", "a") + "," + model.formatted("b", "b")
                        + "],\"has_more\":false,\"first_id\":\"a\",\"last_id\":\"b\"}");
        assertThat(CODEC.models(List.of()))
                .asString()
                .isEqualTo("{\"data\":[],\"has_more\":false,\"first_id\":null,\"last_id\":null}");
    }

    @Test
    void aMissingAnswerOfAThreadHasACodeOfItsOwn() {
        StreamEvent.Failure missing = StreamEvent.Failure.of(FailureKind.NOT_FOUND, "m");
        String code = ",\"details\":{\"error_code\":\"thread_not_found\"}";

        assertThat(CODEC.error(missing.at("/thread/previous_message_id")))
                .asString()
                .contains(code);
        assertThat(CODEC.error(missing.at("/model"))).asString().doesNotContain("details");
        assertThat(CODEC.error(StreamEvent.Failure.of(FailureKind.CONFLICT, "m").at("/thread/previous_message_id")))
                .asString()
                .doesNotContain("details");
    }

    @ParameterizedTest
    @CsvSource({
        "INVALID_REQUEST, invalid_request_error",
        "METHOD_NOT_ALLOWED, invalid_request_error",
        "AUTHENTICATION, authentication_error",
        "PERMISSION, permission_error",
        "NOT_FOUND, not_found_error",
        "TOO_LARGE, request_too_large",
        "RATE_LIMIT, rate_limit_error",
        "UNAVAILABLE, overloaded_error",
        "TIMEOUT, timeout_error",
        "BACKEND, api_error"
    })
    void errorsHaveTheTypesOfTheDialect(FailureKind kind, String type) {
        assertThat(CODEC.error(StreamEvent.Failure.of(kind, "m")))
                .asString()
                .isEqualTo("{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"m\"}}");
    }

    @Test
    void endsTheLastTextBeforeTheMessage() {
        String events = stream(List.of(
                new StreamEvent.Start("m"),
                new StreamEvent.TextDelta("a"),
                new StreamEvent.Finish(FinishReason.LENGTH)));

        assertThat(events).containsSubsequence("content_block_delta", "content_block_stop", "message_delta");
    }

    @Test
    void aProofWithoutATextIsABlockAndAnEmptyOneEndsItsBlock() {
        List<StreamEvent> events = List.of(
                new StreamEvent.Start("m"),
                new StreamEvent.ReasoningSignature("p"),
                new StreamEvent.ReasoningDelta("a"),
                new StreamEvent.ReasoningSignature(""),
                new StreamEvent.ReasoningDelta("b"),
                new StreamEvent.ReasoningSignature("q"),
                new StreamEvent.Finish(FinishReason.STOP));

        String delta = "\"index\":%d,\"delta\":{\"type\":\"%s\",\"%s\":\"%s\"}";
        assertThat(stream(events))
                .containsSubsequence(
                        delta.formatted(0, "signature_delta", "signature", "p"),
                        delta.formatted(1, "thinking_delta", "thinking", "a"),
                        delta.formatted(2, "thinking_delta", "thinking", "b"),
                        delta.formatted(2, "signature_delta", "signature", "q"));
        assertThat(whole(events).path("content"))
                .extracting(block -> block.path("thinking").asText() + "/"
                        + block.path("signature").asText())
                .containsExactly("/p", "a/", "b/q");
    }

    @Test
    void countsTokensWithoutALimit() throws WireException {
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"u\"}]}";

        assertThat(CODEC.decodeCount(StrictJson.parse(body.getBytes(StandardCharsets.UTF_8)), KnownHistory.NONE)
                        .maxTokens())
                .isEmpty();
        assertThat(CODEC.count(12)).asString().isEqualTo("{\"input_tokens\":12}");
    }

    @Test
    void streamsOneBlockAtATimeWithContiguousIndices() {
        List<String> events = stream(ANSWER)
                .lines()
                .filter(line -> line.startsWith("event: "))
                .map(line -> line.substring(7))
                .toList();

        assertThat(events)
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "ping",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
        assertThat(stream(ANSWER))
                .contains(
                        "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"proof\"}}")
                .contains("\"delta\":{\"type\":\"text_delta\",\"text\":\"\\nso\"}")
                .contains(
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":{\"input_tokens\":2,")
                .doesNotContain("[DONE]");
    }

    @Test
    void namesTheStopSequenceThatEndedTheAnswer() {
        List<StreamEvent> events = List.of(
                new StreamEvent.Start("m"),
                new StreamEvent.TextDelta("a"),
                new StreamEvent.Finish(FinishReason.STOP, Optional.of("END")));

        assertThat(stream(events)).contains("\"stop_reason\":\"stop_sequence\",\"stop_sequence\":\"END\"}");
        assertThat(whole(events).path("stop_reason").asText()).isEqualTo("stop_sequence");
        assertThat(whole(events).path("stop_sequence").asText()).isEqualTo("END");
    }

    @Test
    void givesNoTextBlockForWhiteSpaceAlone() {
        List<StreamEvent> events = List.of(
                new StreamEvent.Start("m"),
                new StreamEvent.TextDelta(" \n"),
                new StreamEvent.Finish(FinishReason.STOP));

        assertThat(stream(events)).doesNotContain("content_block");
        assertThat(whole(events).path("content")).isEmpty();
    }

    @Test
    void wholeAnswerHasTheSameBlocks() {
        JsonNode content = whole(ANSWER).path("content");

        assertThat(content)
                .extracting(block -> block.path("type").asText())
                .containsExactly("redacted_thinking", "thinking", "text", "tool_use");
        assertThat(content.get(1).path("signature").asText()).isEqualTo("proof");
        assertThat(content.get(3).path("input").path("a").asInt()).isEqualTo(1);
    }

    @Test
    void endsAFailedStreamWithAnErrorEvent() {
        String frames = stream(
                List.of(new StreamEvent.Start("m"), StreamEvent.Failure.of(FailureKind.OVERLOADED, "Too much.")));

        assertThat(frames)
                .endsWith(
                        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Too much.\"}}\n\n")
                .doesNotContain("message_stop");
    }

    private static Conversation decode(String body) throws WireException {
        return CODEC.decode(StrictJson.parse(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static AnswerHead head() {
        return new AnswerHead("k", "m", Instant.EPOCH, true, ReasoningField.REASONING_CONTENT, "");
    }

    private static String stream(List<StreamEvent> events) {
        var out = new FrameBuffer();
        var encoder = CODEC.streamEncoder(head());
        events.forEach(event -> encoder.on(event, out));
        return new String(out.take(), StandardCharsets.UTF_8);
    }

    private static JsonNode whole(List<StreamEvent> events) {
        var encoder = CODEC.wholeEncoder(head());
        events.forEach(encoder::on);
        try {
            return StrictJson.parse(encoder.body());
        } catch (WireException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ReasoningDetailsBuilder;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.ReasoningFormat;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ChatCodecTest {
    private static final ChatCodec CODEC = new ChatCodec();
    private static final String CHUNK =
            "data: {\"id\":\"chatcmpl-k\",\"object\":\"chat.completion.chunk\",\"created\":7,\"model\":\"m\",\"choices\":[";

    private static final List<StreamEvent> ANSWER = List.of(
            new StreamEvent.Start("m"),
            new StreamEvent.ReasoningDelta("why"),
            new StreamEvent.TextDelta("so"),
            new StreamEvent.ToolCallStart(0, "call_1", "f"),
            new StreamEvent.ToolCallArgs(0, "{\"a\":1}"),
            new StreamEvent.ToolCallEnd(0),
            new StreamEvent.Usage(3, 4, 1, 2),
            new StreamEvent.Finish(FinishReason.TOOL_CALLS));

    private static final List<StreamEvent> THOUGHTS = List.of(
            new StreamEvent.Start("m"),
            new StreamEvent.ReasoningSignature("none"),
            new StreamEvent.ReasoningDelta("a"),
            new StreamEvent.ReasoningDelta("b"),
            new StreamEvent.ReasoningSignature("s"),
            new StreamEvent.ReasoningSignature("late"),
            new StreamEvent.RedactedReasoning("d"),
            new StreamEvent.ReasoningDelta("c"),
            new StreamEvent.TextDelta("t"),
            new StreamEvent.ReasoningDelta("e"),
            new StreamEvent.ToolCallStart(0, "call_1", "f"),
            new StreamEvent.ToolCallEnd(0),
            new StreamEvent.ReasoningDelta("g"),
            new StreamEvent.Finish(FinishReason.TOOL_CALLS));

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    user                           | false
                    user,assistant,tool            | true
                    user,assistant,tool,assistant  | true
                    user,assistant,tool,system     | true
                    user,assistant,tool,user       | false
                    user,assistant                 | false
                    """)
    void aToolLoopLastsUntilTheUserSpeaks(String roles, boolean isToolLoop) throws WireException {
        String messages = Arrays.stream(roles.split(","))
                .map(role -> role.equals("tool")
                        ? "{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":\"out\"}"
                        : "{\"role\":\"" + role + "\",\"content\":\"text\"}")
                .collect(Collectors.joining(","));

        assertThat(decode("{\"model\":\"m\",\"messages\":[" + messages + "]}").isToolLoop())
                .isEqualTo(isToolLoop);
    }

    @Test
    void decodesEveryPartWithItsPlace() throws WireException {
        Conversation request = decode("""
                {"model":"m","stream":true,"stream_options":{"include_usage":true},"max_tokens":5,"messages":[
                 {"role":"system","content":"s"},
                 {"role":"user","content":[{"type":"text","text":"u"},{"type":"image_url","image_url":{"url":"x"}}]},
                 {"role":"assistant","content":"c","reasoning_content":"r","tool_calls":[
                  {"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}}]},
                 {"role":"tool","tool_call_id":"call_1","content":"out"}],
                 "tools":[{"type":"function","function":{"name":"f","description":"d","parameters":{"type":"object"}}}]}
                """);

        assertThat(request.stream()).isTrue();
        assertThat(request.includeUsage()).isTrue();
        assertThat(request.maxTokens()).hasValue(5);
        assertThat(request.isToolLoop()).isTrue();
        assertThat(request.tools())
                .singleElement()
                .satisfies(tool -> assertThat(tool.name()).isEqualTo("f"));
        assertThat(request.messages())
                .extracting(message -> message.role())
                .containsExactly(Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL);
        assertThat(request.messages().get(2).parts())
                .containsExactly(
                        new Part.Reasoning("/messages/2/reasoning_content", "reasoning_content", "r", Optional.empty()),
                        new Part.Text("/messages/2/content", "c"),
                        new Part.ToolCall("/messages/2/tool_calls/0", "call_1", "f", "{}"));
        assertThat(request.messages().get(1).parts().get(1)).isInstanceOf(Part.Image.class);
    }

    @Test
    void keepsAReasoningFieldThatIsThereButEmpty() throws WireException {
        Conversation request = decode(
                "{\"model\":\"m\",\"messages\":[{\"role\":\"assistant\",\"content\":\"c\",\"reasoning_content\":\"\",\"reasoning\":\"r\"}]}");

        assertThat(request.messages().getFirst().parts())
                .startsWith(
                        new Part.Reasoning("/messages/0/reasoning_content", "reasoning_content", "", Optional.empty()),
                        new Part.Reasoning("/messages/0/reasoning", "reasoning", "r", Optional.empty()));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    {"messages":[]}                                                      | /model
                    {"model":"m"}                                                        | /messages
                    {"model":"m","messages":[]}                                          | /messages
                    {"model":"m","messages":[1]}                                         | /messages/0
                    {"model":"m","messages":[{"role":"robot"}]}                          | /messages/0/role
                    {"model":"m","messages":[{"role":"user","content":5}]}               | /messages/0/content
                    {"model":"m","messages":[{"role":"user"}],"stream":"yes"}            | /stream
                    {"model":"m","messages":[{"role":"assistant","tool_calls":[{}]}]}    | /messages/0/tool_calls/0/function
                    {"model":"m","messages":[{"role":"user"}],"tools":[{"type":"function"}]} | /tools/0/function
                    {"model":"m","messages":[{"role":"user"}],"max_tokens":1.5}          | /max_tokens
                    {"model":"m","messages":[{"role":"user"}],"tool_choice":"maybe"}     | /tool_choice
                    """)
    void namesThePlaceOfAnError(String body, String pointer) {
        assertThatThrownBy(() -> decode(body)).isInstanceOfSatisfying(WireException.class, e -> {
            assertThat(e.failure().param()).contains(pointer);
            assertThat(e.failure().kind()).isEqualTo(FailureKind.INVALID_REQUEST);
        });
    }

    @Test
    void streamsRoleReasoningTextCallFinishUsageAndEnd() {
        String end = "},\"logprobs\":null,\"finish_reason\":null}],\"usage\":null}\n\n";

        assertThat(stream(ReasoningField.REASONING_CONTENT, true, ANSWER))
                .isEqualTo(CHUNK + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"" + end
                        + CHUNK + "{\"index\":0,\"delta\":{\"reasoning_content\":\"why\"" + end
                        + CHUNK + "{\"index\":0,\"delta\":{\"content\":\"so\"" + end
                        + CHUNK
                        + "{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]"
                        + end
                        + CHUNK
                        + "{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"a\\\":1}\"}}]"
                        + end
                        + CHUNK
                        + "{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\"tool_calls\"}],\"usage\":null}\n\n"
                        + CHUNK
                        + "],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4,\"total_tokens\":7,\"prompt_tokens_details\":{\"cached_tokens\":1},\"completion_tokens_details\":{\"reasoning_tokens\":2}}}\n\n"
                        + "data: [DONE]\n\n");
    }

    @Test
    void tellsNoUsageThatWasNotAskedFor() {
        assertThat(stream(ReasoningField.REASONING_CONTENT, false, ANSWER)).doesNotContain("usage");
    }

    @Test
    void endsAFailedStreamWithAnErrorAndWithoutTheEndMarker() {
        String frames = stream(
                ReasoningField.REASONING,
                false,
                List.of(
                        new StreamEvent.Start("m"),
                        StreamEvent.Failure.of(FailureKind.BACKEND, "The backend closed.")));

        assertThat(frames)
                .endsWith(
                        "data: {\"error\":{\"message\":\"The backend closed.\",\"type\":\"server_error\",\"param\":null,\"code\":null}}\n\n")
                .doesNotContain("[DONE]");
    }

    @ParameterizedTest
    @EnumSource(ReasoningField.class)
    void carriesReasoningInTheChosenFieldStreamedAndWhole(ReasoningField field) throws WireException {
        String streamed = stream(field, false, ANSWER);
        String whole = whole(field, ANSWER);

        switch (field) {
            case REASONING_CONTENT, REASONING, REASONING_TEXT -> {
                assertThat(streamed).contains("\"delta\":{\"" + field.id() + "\":\"why\"}");
                assertThat(whole).contains(",\"" + field.id() + "\":\"why\"");
            }
            case BOTH -> {
                assertThat(streamed).contains("{\"reasoning_content\":\"why\",\"reasoning\":\"why\"}");
                assertThat(whole).contains(",\"reasoning_content\":\"why\",\"reasoning\":\"why\"");
            }
            case REASONING_DETAILS -> {
                String detail = "[{\"type\":\"reasoning.text\",\"text\":\"why\",\"format\":\"unknown\",\"index\":0}]";
                assertThat(streamed).contains("\"reasoning_details\":" + detail);
                assertThat(whole).contains("\"reasoning_details\":" + detail);
            }
        }
        assertThat(StrictJson.parse(whole.getBytes(StandardCharsets.UTF_8))
                        .at("/choices/0/message/tool_calls/0/function/arguments")
                        .textValue())
                .isEqualTo("{\"a\":1}");
    }

    /// Its SDK and pydantic-ai refuse an answer without them.
    @ParameterizedTest
    @EnumSource(ReasoningField.class)
    void onlyTheFormOfOpenRouterSaysWhoAnswered(ReasoningField field) throws WireException {
        JsonNode whole = StrictJson.parse(whole(field, ANSWER).getBytes(StandardCharsets.UTF_8));
        List<String> frames = stream(field, true, ANSWER)
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .toList();
        boolean isOpenRouter = field == ReasoningField.REASONING_DETAILS;

        assertThat(whole.has("system_fingerprint")).isEqualTo(isOpenRouter);
        assertThat(whole.path("provider").asText()).isEqualTo(isOpenRouter ? "throughline" : "");
        assertThat(whole.at("/choices/0/native_finish_reason"))
                .isEqualTo(isOpenRouter ? whole.at("/choices/0/finish_reason") : MissingNode.getInstance());
        assertThat(frames)
                .isNotEmpty()
                .allMatch(frame ->
                        frame.contains("\"provider\":\"throughline\",\"system_fingerprint\":null") == isOpenRouter)
                .filteredOn(frame -> frame.contains("\"native_finish_reason\":"))
                .hasSize(isOpenRouter ? 1 : 0);
    }

    @Test
    void detailsOfABodyKeepBlocksApart() throws WireException {
        JsonNode message = StrictJson.parse(
                        whole(ReasoningField.REASONING_DETAILS, THOUGHTS).getBytes(StandardCharsets.UTF_8))
                .at("/choices/0/message");

        assertThat(message.path("reasoning_details")).isEqualTo(details("""
                {"type":"reasoning.text","text":"ab","signature":"s","format":"unknown","index":0},
                {"type":"reasoning.encrypted","data":"d","format":"unknown","index":1},
                {"type":"reasoning.text","text":"c","format":"unknown","index":2},
                {"type":"reasoning.text","text":"e","format":"unknown","index":3},
                {"type":"reasoning.text","text":"g","format":"unknown","index":4}"""));
        assertThat(whole(ReasoningField.REASONING, THOUGHTS)).contains("\"reasoning\":\"abceg\"");
    }

    @Test
    void detailsOfAStreamNumberTheBlocksThatProofsAndTextsBelongTo() throws WireException {
        String end = ",\"format\":\"unknown\",\"index\":";

        assertThat(stream(ReasoningField.REASONING_DETAILS, false, THOUGHTS.subList(2, THOUGHTS.size())))
                .containsSubsequence(
                        "{\"type\":\"reasoning.text\",\"text\":\"a\"" + end + "0}",
                        "{\"type\":\"reasoning.text\",\"text\":\"b\"" + end + "0}",
                        "{\"type\":\"reasoning.text\",\"signature\":\"s\"" + end + "0}",
                        "{\"type\":\"reasoning.encrypted\",\"data\":\"d\"" + end + "1}",
                        "{\"type\":\"reasoning.text\",\"text\":\"c\"" + end + "2}",
                        "{\"type\":\"reasoning.text\",\"text\":\"e\"" + end + "3}",
                        "{\"type\":\"reasoning.text\",\"text\":\"g\"" + end + "4}");
        assertThat(stream(ReasoningField.REASONING, false, THOUGHTS)).doesNotContain("\"s\"", "\"d\"", "details");
    }

    @Test
    void reasoningOfAnotherDialectHasItsDetailsBesideItStreamedAndWhole() throws WireException {
        List<StreamEvent> events = List.of(
                new StreamEvent.Start("m"),
                new StreamEvent.ReasoningDelta("a"),
                new StreamEvent.ReasoningSignature("s"),
                new StreamEvent.RedactedReasoning("d"),
                new StreamEvent.TextDelta("t"),
                new StreamEvent.Finish(FinishReason.STOP));
        String end = ",\"format\":\"anthropic-claude-v1\",\"index\":";
        var streamed = new ReasoningDetailsBuilder(ReasoningFormat.ANTHROPIC, true);
        var whole = new ReasoningDetailsBuilder(ReasoningFormat.ANTHROPIC, false);
        var encoder = CODEC.streamEncoder(
                head(ReasoningField.REASONING_CONTENT, false).withDetails(Optional.of(streamed)));
        var body =
                CODEC.wholeEncoder(head(ReasoningField.REASONING_CONTENT, false).withDetails(Optional.of(whole)));
        var out = new FrameBuffer();

        for (StreamEvent event : events) {
            streamed.on(event);
            encoder.on(event, out);
            whole.on(event);
            body.on(event);
        }

        assertThat(new String(out.take(), StandardCharsets.UTF_8))
                .containsSubsequence(
                        "{\"reasoning_content\":\"a\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"a\""
                                + end + "0}]}",
                        "{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"signature\":\"s\"" + end + "0}]}",
                        "{\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"d\"" + end + "1}]}",
                        "{\"content\":\"t\"}");
        assertThat(StrictJson.parse(body.body()).at("/choices/0/message/reasoning_details"))
                .isEqualTo(details("{\"type\":\"reasoning.text\",\"text\":\"a\",\"signature\":\"s\"" + end + "0},"
                        + "{\"type\":\"reasoning.encrypted\",\"data\":\"d\"" + end + "1}"));
    }

    @Test
    void modelsAreAList() {
        assertThat(CODEC.models(List.of("a", "b")))
                .asString()
                .isEqualTo("{\"object\":\"list\",\"data\":["
                        + "{\"id\":\"a\",\"object\":\"model\",\"created\":1750000000,\"owned_by\":\"throughline\"},"
                        + "{\"id\":\"b\",\"object\":\"model\",\"created\":1750000000,\"owned_by\":\"throughline\"}]}");
        assertThat(CODEC.models(List.of())).asString().isEqualTo("{\"object\":\"list\",\"data\":[]}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        null                  | false
        {}                    | false
        {"include_usage":false} | false
        {"include_usage":true}  | true
        """)
    void usageIsOnlyForClientsThatAskForIt(String options, boolean isAsked) throws WireException {
        Conversation request =
                decode("{\"model\":\"m\",\"messages\":[{\"role\":\"user\"}],\"stream_options\":" + options + "}");

        assertThat(request.includeUsage()).isEqualTo(isAsked);
        assertThat(request.dialect()).isEqualTo(CODEC.dialect()).isEqualTo(Dialect.OPENAI_CHAT);
    }

    @Test
    void contentOfAnAnswerThatOnlyCallsIsNull() {
        List<StreamEvent> events = List.of(
                new StreamEvent.Start("m"),
                new StreamEvent.ToolCallStart(0, "call_1", "f"),
                new StreamEvent.ToolCallEnd(0),
                new StreamEvent.Finish(FinishReason.TOOL_CALLS));

        assertThat(whole(ReasoningField.REASONING_CONTENT, events)).contains("\"content\":null");
    }

    private static Conversation decode(String body) throws WireException {
        return CODEC.decode(StrictJson.parse(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static JsonNode details(String details) throws WireException {
        return StrictJson.parse(("{\"d\":[" + details + "]}").getBytes(StandardCharsets.UTF_8))
                .path("d");
    }

    private static AnswerHead head(ReasoningField field, boolean usage) {
        return new AnswerHead("k", "m", Instant.ofEpochSecond(7), usage, field, "");
    }

    private static String stream(ReasoningField field, boolean usage, List<StreamEvent> events) {
        var out = new FrameBuffer();
        var encoder = CODEC.streamEncoder(head(field, usage));
        events.forEach(event -> encoder.on(event, out));
        return new String(out.take(), StandardCharsets.UTF_8);
    }

    private static String whole(ReasoningField field, List<StreamEvent> events) {
        var encoder = CODEC.wholeEncoder(head(field, false));
        events.forEach(encoder::on);
        return new String(encoder.body(), StandardCharsets.UTF_8);
    }
}

package dev.throughline.trace.sighting;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.history.HistoryTracer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.joined;
import static dev.throughline.trace.TokenlessRun.reasoning;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.signs;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// What is found of an item, and where.
class ReturnedItemTest {
    private static final String THOUGHT = "I look at the file, and then at the test.";

    private final TokenlessRun chat = new TokenlessRun(Dialect.OPENAI_CHAT);
    private final TokenlessRun responses = new TokenlessRun(Dialect.RESPONSES);

    @Test
    void callsWithOtherIdsAreTakenByTheirInput() {
        chat.answer(0, 1, joined(thinks(THOUGHT), says("Calls."), called(0, "c1", "ls"), called(1, "c2", "pwd")));
        TraceResult traced = chat.trace(
                user(0, "Hi"),
                assistant(1, reasoning(THOUGHT), text("Calls."), call("x2", "pwd"), call("x1", "ls")),
                result(2, "x1"));
        assertThat(seen(traced))
                .extracting(Sighting::path)
                .containsExactly(
                        "/messages/1/reasoning_content",
                        "/content",
                        "/calls/x1",
                        "/calls/x1",
                        "/calls/x2",
                        "/calls/x2");
        assertThat(seen(traced)).extracting(Sighting::inOrder).containsExactly(true, true, false, false, false, false);
    }

    private static StreamEvent[] called(int index, String id, String command) {
        return new StreamEvent[] {
            new StreamEvent.ToolCallStart(index, id, "bash"),
            new StreamEvent.ToolCallArgs(index, "{\"command\":\"" + command + "\"}"),
            new StreamEvent.ToolCallEnd(index)
        };
    }

    private static Part call(String id, String command) {
        return new Part.ToolCall("/calls/" + id, id, "bash", "{\"command\":\"" + command + "\"}");
    }

    @Test
    void aCallWithAnotherIdIsTakenByTheTokenInItsInput() {
        String token = "[TOOL_IN-OAI-T1-0000000a]";
        String output = "[TOOL_OUT-OAI-T1-0000000b]";
        String input = "{\"command\":\"" + token + "\"}";
        chat.add(
                0,
                1,
                List.of(
                        planted(0, Category.TOOL_ID, "c1", "c1"),
                        planted(1, Category.TOOL_IN, token, input),
                        planted(2, Category.TOOL_OUT, output, output)),
                "");
        Part call = new Part.ToolCall("/calls/x1", "x1", "bash", input);
        Message result =
                new Message("/2", Role.TOOL, List.of(new Part.ToolResult("/2", "x1", "It is " + output, false)));
        assertThat(seen(chat.trace(user(0, "Hi"), assistant(1, call), result)))
                .extracting(Sighting::path)
                .containsExactly("/calls/x1", "/calls/x1", "/2");
        assertThat(seen(chat.trace(user(0, "Hi"), assistant(1, call), user(2, "It is " + output))))
                .extracting(Sighting::place)
                .containsExactly(Place.OWN, Place.OWN, Place.ELSEWHERE);
        assertThat(seen(chat.trace(user(0, "Hi"), assistant(1, text("I call " + token)), user(2, "Well"))))
                .extracting(Sighting::place)
                .containsExactly(Place.NOWHERE, Place.ELSEWHERE, Place.NOWHERE);
    }

    private static PlantedItem planted(int ordinal, Category category, String token, String value) {
        return new PlantedItem(ordinal, category, token, value, 2, "", Optional.of("c1"), Optional.empty());
    }

    @Test
    void reasoningInAFieldThatNobodyReadsIsElsewhere() {
        chat.answer(0, 1, joined(thinks(THOUGHT), says("Hello.")));
        Conversation request = chat.request(
                user(0, "Hi"),
                new Message("/messages/1", Role.ASSISTANT, List.of(new Part.Text("/messages/1/content", "Hello."))),
                user(2, "More"));
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode messages = body.putArray("messages");
        messages.addObject().put("content", "Hi");
        messages.addObject()
                .put("content", "Hello.")
                .putObject("a/b")
                .putArray("thoughts")
                .add(THOUGHT);

        assertThat(seen(HistoryTracer.trace(request.withBody(body), "", Map.of(), chat.history()))
                        .getFirst())
                .returns(Place.ELSEWHERE, Sighting::place)
                .returns("/messages/1/a~1b/thoughts/0", Sighting::path);
    }

    @Test
    void reasoningWrappedIntoATextIsElsewhere() {
        chat.answer(0, 1, joined(thinks("Short."), says("Hello.")));
        TraceResult traced =
                chat.trace(user(0, "Hi"), assistant(1, text("<think>Short.</think>Hello.")), user(2, "More"));
        assertThat(seen(traced).getFirst())
                .returns(Place.ELSEWHERE, Sighting::place)
                .returns(TextMatch.EXACT, Sighting::text);
    }

    @Test
    void reasoningInSeveralPartsIsOneText() {
        chat.answer(0, 1, joined(thinks(THOUGHT), says("Hello.")));
        TraceResult traced = chat.trace(
                user(0, "Hi"),
                assistant(1, reasoning(THOUGHT.substring(0, 20)), reasoning(THOUGHT.substring(20)), text("Hello.")),
                user(2, "More"));
        assertThat(seen(traced).getFirst())
                .returns(Place.OWN, Sighting::place)
                .returns(TextMatch.EXACT, Sighting::text)
                .returns(1, Sighting::copies);
    }

    @ParameterizedTest
    @CsvSource({"'',EXACT", "' ',EXACT", "Something else.,CHANGED"})
    void ourProofIdentifiesAnItemOfTheResponsesDialect(String found, TextMatch match) {
        String proof = new BlockSigner(new byte[32]).sign("k1", 0);
        responses.answer(0, 1, joined(thinks(THOUGHT), signs(proof), says("Hello.")));
        TraceResult traced = responses.trace(
                user(0, "Hi"),
                assistant(1, item("content", found), item("encrypted_content", proof), text("Hello.")),
                user(2, "More"));
        assertThat(seen(traced).getFirst())
                .returns(Place.OWN, Sighting::place)
                .returns(match, Sighting::text)
                .returns(SignatureMatch.SAME, Sighting::signature);
    }

    @Test
    void theSealedFormOfAnItemIsEnough() {
        responses.answer(0, 1, joined(thinks(THOUGHT), signs("sealed"), says("Hello.")));
        assertThat(seen(responses.trace(
                                user(0, "Hi"),
                                assistant(1, item("encrypted_content", "sealed"), text("Hello.")),
                                user(2, "")))
                        .getFirst())
                .returns(TextMatch.EXACT, Sighting::text)
                .returns(SignatureMatch.SAME, Sighting::signature);
        assertThat(seen(responses.trace(
                                user(0, "Hi"),
                                assistant(1, item("encrypted_content", "other"), text("Hello.")),
                                user(2, "")))
                        .getFirst())
                .returns(Place.NOWHERE, Sighting::place);
    }

    @Test
    void aProofBelongsToTheTextInTheSameItem() {
        responses.answer(0, 1, joined(thinks(THOUGHT), signs("sealed"), says("Hello.")));
        TraceResult traced = responses.trace(
                user(0, "Hi"),
                assistant(1, item("content", THOUGHT), item("encrypted_content", ""), text("Hello.")),
                user(2, "More"));
        assertThat(seen(traced).getFirst()).returns(SignatureMatch.GONE, Sighting::signature);
    }

    private static Part item(String field, String text) {
        return new Part.Reasoning("/input/1/" + field, field, text, Optional.empty());
    }

    @Test
    void opaqueReasoningIsNowhereWithoutAnyInItsAnswer() {
        var anthropic = new TokenlessRun(Dialect.ANTHROPIC);
        anthropic.answer(0, 1, new StreamEvent.RedactedReasoning("opaque"), says("Hello."));
        TraceResult traced = anthropic.trace(user(0, "Hi"), assistant(1, text("Hello.")), user(2, "More"));
        assertThat(seen(traced).getFirst())
                .returns(true, Sighting::turnPresent)
                .returns(Place.NOWHERE, Sighting::place)
                .returns(0, Sighting::copies);
    }

    private static List<Sighting> seen(TraceResult traced) {
        return traced.observations().stream().map(one -> one.sighting()).toList();
    }
}

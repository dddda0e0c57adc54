package dev.throughline.trace.repair;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.calls;
import static dev.throughline.trace.TokenlessRun.joined;
import static dev.throughline.trace.TokenlessRun.reasoning;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.signs;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinking;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/// When reasoning counts as intact, and otherwise in which form and at which place it is given back.
class RestoredBlocksTest {
    private static final String OURS = new BlockSigner(new byte[32]).sign("k1", 0);
    private static final String OTHER = new BlockSigner(new byte[32]).sign("k1", 1);

    private final TokenlessRun chat = new TokenlessRun(Dialect.OPENAI_CHAT);
    private final TokenlessRun anthropic = new TokenlessRun(Dialect.ANTHROPIC);
    private final TokenlessRun responses = new TokenlessRun(Dialect.RESPONSES);

    static Stream<Arguments> chatMessages() {
        Part opaque = new Part.RedactedReasoning("/content/1", "opaque");
        List<PlantedItem> unreadable = List.of(thought(0, "redacted_thinking", "opaque", ""));
        List<PlantedItem> chat = List.of(thought(0, "reasoning_content", "One", ""), unreadable.getFirst());
        return Stream.of(
                arguments(Dialect.OPENAI_CHAT, chat, List.of(reasoning("One"), opaque), true),
                arguments(Dialect.OPENAI_CHAT, chat, List.of(reasoning("O"), reasoning("ne"), opaque), true),
                arguments(Dialect.OPENAI_CHAT, chat, List.of(opaque, reasoning("One")), true),
                arguments(Dialect.OPENAI_CHAT, chat, List.of(reasoning("One")), false),
                arguments(Dialect.OPENAI_CHAT, chat, List.of(opaque), false),
                arguments(Dialect.OPENAI_CHAT, chat, List.of(reasoning("reasoning", "One"), opaque), false),
                arguments(Dialect.OPENAI_CHAT, chat, List.of(thinking("One", "s1"), opaque), false),
                arguments(Dialect.OPENAI_CHAT, unreadable, List.of(opaque, reasoning(" ")), true),
                arguments(Dialect.OPENAI_CHAT, unreadable, List.of(opaque, reasoning("One")), false));
    }

    static Stream<Arguments> anthropicMessages() {
        Part opaque = new Part.RedactedReasoning("/content/1", "opaque");
        List<PlantedItem> proven = List.of(thought(0, "thinking", "One", "s1"));
        List<PlantedItem> ours = List.of(thought(0, "thinking", "One", OURS));
        List<PlantedItem> unreadable = List.of(thought(0, "redacted_thinking", "opaque", ""));
        return Stream.of(
                arguments(Dialect.ANTHROPIC, proven, List.of(thinking("One", "s1")), true),
                arguments(Dialect.ANTHROPIC, proven, List.of(thinking("", ""), thinking("One", "s1")), true),
                arguments(Dialect.ANTHROPIC, proven, List.of(thinking("", "s"), thinking("One", "s1")), false),
                arguments(Dialect.ANTHROPIC, proven, List.of(thinking("One", "")), false),
                arguments(Dialect.ANTHROPIC, proven, List.of(thinking("One.", "s1")), false),
                arguments(Dialect.ANTHROPIC, proven, List.of(reasoning("One")), false),
                arguments(Dialect.ANTHROPIC, proven, List.of(opaque), false),
                arguments(Dialect.ANTHROPIC, unreadable, List.of(opaque), true),
                arguments(Dialect.ANTHROPIC, ours, List.of(thinking("One", OURS)), true),
                arguments(Dialect.ANTHROPIC, ours, List.of(thinking("One", "")), true),
                arguments(Dialect.ANTHROPIC, ours, List.of(thinking("One", OTHER)), false),
                arguments(Dialect.ANTHROPIC, ours, List.of(thinking("", OURS)), false));
    }

    static Stream<Arguments> responsesMessages() {
        List<PlantedItem> ours = List.of(thought(0, "thinking", "One", OURS));
        List<PlantedItem> plain = List.of(thought(0, "reasoning", "One", ""));
        List<PlantedItem> sealed = List.of(thought(0, "reasoning", "One", "s1"));
        List<PlantedItem> unreadable = List.of(thought(0, "redacted_thinking", "opaque", ""));
        return Stream.of(
                arguments(Dialect.RESPONSES, sealed, List.of(item("content", "One"), seal("s1")), true),
                arguments(Dialect.RESPONSES, sealed, List.of(seal("s1")), true),
                arguments(Dialect.RESPONSES, sealed, List.of(seal("s2")), false),
                arguments(Dialect.RESPONSES, sealed, List.of(seal("")), false),
                arguments(Dialect.RESPONSES, sealed, List.of(item("content", "One")), false),
                arguments(Dialect.RESPONSES, sealed, List.of(item("summary", "One"), seal("s1")), true),
                arguments(
                        Dialect.RESPONSES,
                        sealed,
                        List.of(item("summary", "One"), item("content", "One"), seal("s1")),
                        true),
                arguments(
                        Dialect.RESPONSES,
                        sealed,
                        List.of(item("summary", "Else"), item("content", "One"), seal("s1")),
                        false),
                arguments(Dialect.RESPONSES, sealed, List.of(item("thinking", "One"), seal("s1")), false),
                arguments(Dialect.RESPONSES, plain, List.of(item("content", "One"), seal("")), true),
                arguments(Dialect.RESPONSES, ours, List.of(seal(OURS)), false),
                arguments(Dialect.RESPONSES, ours, List.of(item("content", "One")), true),
                arguments(Dialect.RESPONSES, unreadable, List.of(seal("opaque")), true),
                arguments(Dialect.RESPONSES, unreadable, List.of(seal("other")), false),
                arguments(Dialect.RESPONSES, unreadable, List.of(item("content", "One"), seal("opaque")), false));
    }

    @ParameterizedTest
    @MethodSource({"chatMessages", "anthropicMessages", "responsesMessages"})
    void isIntactAsIssued(Dialect dialect, List<PlantedItem> issued, List<Part> found, boolean isIntact) {
        TracedExchange answer = new TokenlessRun(dialect).add(0, 1, issued, "");

        assertThat(HistoryRepair.isIntact(message(found), answer, dialect)).isEqualTo(isIntact);
    }

    @Test
    void aChatMessageGetsAllReadableReasoningInOneField() {
        chat.add(
                0,
                1,
                List.of(
                        thought(0, "reasoning", "One ", ""),
                        thought(1, "redacted_thinking", "opaque", ""),
                        thought(2, "reasoning", "two.", ""),
                        callId("c1", 3)),
                "");

        assertThat(parts(chat.repair(user(0, "Hi"), assistant(1, call("c1")))))
                .containsExactly(restored("reasoning", "One two."), opaque(), call("c1"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            both,              reasoning_content
            reasoning_content, reasoning_content
            reasoning,         reasoning
            """)
    void aChatMessageGetsItInTheFieldThatWasIssued(String issued, String field) {
        chat.add(
                0,
                1,
                List.of(thought(0, issued, "One", ""), thought(1, "redacted_thinking", "opaque", ""), callId("c1", 2)),
                "");

        assertThat(parts(chat.repair(user(0, "Hi"), assistant(1, call("c1")))))
                .containsExactly(restored(field, "One"), opaque(), call("c1"));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            OPENAI_CHAT, reasoning_content
            RESPONSES,   content
            """)
    void anotherDialectGetsTheTextWithoutProofsAndUnreadableBlocks(Dialect dialect, String field) {
        anthropic.add(
                0,
                1,
                List.of(
                        thought(0, "thinking", "One", "s1"),
                        thought(1, "redacted_thinking", "opaque", ""),
                        callId("c1", 2)),
                "");
        Conversation request = new TokenlessRun(dialect).request(user(0, "Hi"), assistant(1, call("c1")));

        assertThat(parts(HistoryRepair.repair(request, anthropic.history())))
                .containsExactly(restored(field, "One"), call("c1"));
    }

    @Test
    void aMessageThatRefersToItsItemsStaysAsItIs() {
        responses.answer(0, 1, joined(thinks("One"), calls("c1")));

        assertThat(responses
                        .repair(user(0, "Hi"), assistant(1, new Part.Reference("/input/1", "rs_k1_0"), call("c1")))
                        .changed())
                .isEmpty();
    }

    @Test
    void eachOfSeveralMessagesMayRepeatTheWholeReasoning() {
        chat.answer(0, 1, joined(thinks("One"), calls("c1", "c2")));

        assertThat(chat.repair(
                                user(0, "Hi"),
                                assistant(1, reasoning("One"), call("c1")),
                                result(2, "c1"),
                                assistant(3, reasoning("One"), call("c2")),
                                result(4, "c2"))
                        .changed())
                .isEmpty();
    }

    @Test
    void ofSeveralMessagesWithCallsOfOneAnswerTheFirstGetsItOnce() {
        chat.answer(0, 1, joined(thinks("One"), calls("c1", "c2")));

        EditedHistory edited = chat.repair(
                user(0, "Hi"),
                assistant(1, call("c1")),
                result(2, "c1"),
                assistant(3, reasoning("One"), call("c2")),
                result(4, "c2"),
                assistant(5, reasoning("Else"), call("c2")));

        assertThat(parts(edited)).containsExactly(restored("reasoning_content", "One"), call("c1"));
        assertThat(edited.request().messages().get(3).parts()).containsExactly(call("c2"));
        assertThat(edited.request().messages().get(5).parts()).containsExactly(call("c2"));
        assertThat(edited.repairs()).containsExactly(new Repair("/messages/1", 1, Repair.By.CALL_ID, 1));
    }

    static Stream<Arguments> places() {
        Part other = new Part.Other("/content/0", JsonNodeFactory.instance.objectNode());
        return Stream.of(
                arguments(List.of(text("A"), call("c1")), "One A Two c1 Three"),
                arguments(List.of(other, text("A"), call("c1")), "One ? A Two c1 Three"),
                arguments(List.of(text("A"), other, call("c1")), "One A ? Two c1 Three"),
                arguments(List.of(call("c1"), text("A")), "One Two c1 A Three"),
                arguments(List.of(text("A"), call("c1"), call("c9")), "One A Two c1 c9 Three"),
                arguments(List.of(text("A"), call("c1"), text("B")), "One A Two c1 B Three"),
                arguments(List.of(call("c1")), "One Two c1 Three"));
    }

    @ParameterizedTest
    @MethodSource("places")
    void blocksStandBeforeWhatFollowedThem(List<Part> found, String order) {
        anthropic.answer(
                0, 1, joined(thinks("One"), says("A"), thinks("Two"), calls("c1"), thinks("Three"), signs("s")));

        List<String> words = parts(anthropic.repair(user(0, "Hi"), message(found))).stream()
                .map(RestoredBlocksTest::word)
                .toList();

        assertThat(words).containsExactly(order.split(" "));
    }

    @Test
    void aCallUnderANewIdStandsForTheOneInItsOrder() {
        anthropic.answer(0, 1, joined(thinks("One"), calls("c1"), thinks("Two"), calls("c2")));

        assertThat(parts(anthropic.repair(user(0, "Hi"), assistant(1, call("c1"), call("new")))).stream()
                        .map(RestoredBlocksTest::word))
                .containsExactly("One", "c1", "Two", "new");
    }

    private static String word(Part part) {
        return switch (part) {
            case Part.Reasoning reasoning -> reasoning.text();
            case Part.Text visible -> visible.text();
            case Part.ToolCall called -> called.id();
            default -> "?";
        };
    }

    private static Message message(List<Part> parts) {
        return assistant(1, parts.toArray(Part[]::new));
    }

    private static PlantedItem thought(int block, String field, String value, String signature) {
        return new PlantedItem(
                block,
                Category.THINK,
                "",
                value,
                block,
                field,
                Optional.empty(),
                Optional.of(signature).filter(proof -> !proof.isEmpty()));
    }

    private static PlantedItem callId(String id, int block) {
        return new PlantedItem(block, Category.TOOL_ID, id, id, block, "", Optional.of(id), Optional.empty());
    }

    private static Part item(String field, String text) {
        return new Part.Reasoning("/input/1/" + field, field, text, Optional.empty());
    }

    private static Part seal(String proof) {
        return item("encrypted_content", proof);
    }

    private static Part restored(String field, String text) {
        return new Part.Reasoning("", field, text, Optional.empty());
    }

    private static Part opaque() {
        return new Part.RedactedReasoning("", "opaque");
    }

    private static List<Part> parts(EditedHistory edited) {
        return edited.request().messages().get(1).parts();
    }
}

package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.stream.FailureKind;
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
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AnswerItemCollectorTest {
    private static final Finish STOP = new Finish(FinishReason.STOP);
    private static final List<StreamEvent> INTERLEAVED = List.of(
            new Start("m"),
            new ReasoningDelta(" One"),
            new ReasoningDelta(" ünd\n"),
            new ReasoningSignature("s1"),
            new ToolCallStart(0, "c1", "bash"),
            new ToolCallArgs(0, "{\"a\":"),
            new ToolCallArgs(0, "1}"),
            new ToolCallEnd(0),
            new ReasoningDelta("Two"),
            new ReasoningSignature("s2"),
            new RedactedReasoning("opaque"),
            new TextDelta("Said"),
            new TextDelta(" so. "),
            STOP);

    @Test
    void keepsTheBlocksOfAnAnthropicAnswerApart() {
        assertThat(items(Dialect.ANTHROPIC, INTERLEAVED))
                .containsExactly(
                        thought(0, " One ünd\n", 0, "thinking", "s1"),
                        call(1, Category.TOOL_ID, "c1", "c1", 1),
                        call(2, Category.TOOL_IN, "", "{\"a\":1}", 1),
                        thought(3, "Two", 2, "thinking", "s2"),
                        thought(4, "opaque", 3, "redacted_thinking", ""),
                        said(5, "Said so. ", 4));
    }

    @Test
    void keepsTheItemsOfAResponsesAnswerApart() {
        assertThat(items(Dialect.RESPONSES, INTERLEAVED))
                .extracting(PlantedItem::field)
                .containsExactly("reasoning", "", "", "reasoning", "redacted_thinking", "");
    }

    @Test
    void joinsTheReasoningOfAChatAnswer() {
        assertThat(items(Dialect.OPENAI_CHAT, INTERLEAVED))
                .containsExactly(
                        thought(0, " One ünd\nTwo", 0, "reasoning_content", ""),
                        said(1, "Said so. ", 1),
                        call(2, Category.TOOL_ID, "c1", "c1", 2),
                        call(3, Category.TOOL_IN, "", "{\"a\":1}", 2));
    }

    @Test
    void givesChatDetailsTheirOneProof() {
        var items = new AnswerItemCollector(Dialect.OPENAI_CHAT, () -> "reasoning_details");
        items.on(new ReasoningDelta("Hm."));
        items.on(new ReasoningSignature("s1"));
        items.on(new RedactedReasoning("opaque"));
        assertThat(items.items())
                .containsExactly(
                        thought(0, "Hm.", 0, "reasoning_details", "s1"),
                        thought(1, "opaque", 0, "redacted_thinking", ""));
    }

    @Test
    void asksForNoProofOfATranslatedAnswer() {
        var items = new AnswerItemCollector(Dialect.OPENAI_CHAT, () -> ReasoningFields.EITHER);
        items.on(new ReasoningDelta("Hm."));
        items.on(new ReasoningSignature("s1"));
        items.on(new RedactedReasoning("opaque"));
        assertThat(items.items()).containsExactly(thought(0, "Hm.", 0, ReasoningFields.EITHER, ""));
    }

    @Test
    void takesAProofWithoutTextForABlock() {
        assertThat(items(Dialect.ANTHROPIC, List.of(new ReasoningSignature("s1"), STOP)))
                .containsExactly(thought(0, "", 0, "thinking", "s1"));
    }

    @Test
    void asksForNothingThatNobodySees() {
        assertThat(items(
                        Dialect.OPENAI_CHAT,
                        List.of(new ReasoningDelta("\n\n"), new TextDelta("\n"), new TextDelta(""))))
                .isEmpty();
    }

    @Test
    void countsBlankTextAsABlockOnlyWhereTheWireDoes() {
        List<StreamEvent> events =
                List.of(new ReasoningDelta("Hm."), new TextDelta("\n"), new ToolCallStart(0, "c1", "ls"), STOP);
        assertThat(items(Dialect.ANTHROPIC, events).getLast().block()).isEqualTo(1);
        assertThat(items(Dialect.RESPONSES, events).getLast().block()).isEqualTo(2);
    }

    @Test
    void givesACallWithoutArgumentsAnEmptyObject() {
        assertThat(items(Dialect.OPENAI_CHAT, List.of(new ToolCallStart(0, "c1", "ls"), new ToolCallEnd(0)))
                        .getLast()
                        .value())
                .isEqualTo("{}");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void fingerprintIsTheOneOfTheMessageThatComesBack(Dialect dialect) {
        var back = new Message(
                "/messages/1",
                Role.ASSISTANT,
                List.of(
                        new Part.ToolCall("", "minted", "bash", "{ \"a\": 1.0 }"),
                        new Part.Text("", "Said"),
                        new Part.Text("", " so.")));
        assertThat(collected(dialect, INTERLEAVED).contentHash())
                .isEqualTo(ContentHash.of(back).orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", " { } "})
    void fingerprintTakesNoArgumentsForAnEmptyObject(String arguments) {
        var back = new Message("", Role.ASSISTANT, List.of(new Part.ToolCall("", "c1", "ls", arguments)));
        assertThat(collected(Dialect.ANTHROPIC, List.of(new ToolCallStart(0, "c1", "ls"), STOP))
                        .contentHash())
                .isEqualTo(ContentHash.of(back).orElseThrow());
    }

    @Test
    void hasNoFingerprintBeforeTheEndOrWithoutAnythingToSee() {
        var failure = StreamEvent.Failure.of(FailureKind.BACKEND, "The backend closed.");
        assertThat(collected(Dialect.ANTHROPIC, List.of(new TextDelta("Hi"), failure))
                        .contentHash())
                .isEmpty();
        assertThat(collected(Dialect.ANTHROPIC, List.of(new ReasoningDelta("Hm."), STOP))
                        .contentHash())
                .isEmpty();
    }

    @Test
    void saysThatABlockWasTooLongToBeKept() {
        var items = new AnswerItemCollector(Dialect.ANTHROPIC, () -> "", 5);
        List.of(new ReasoningDelta("123"), new TextDelta("123"), new TextDelta("1"), STOP)
                .forEach(items::on);
        assertThat(items.exceedsLimit()).isTrue();
        assertThat(items.contentHash()).isEmpty();
        assertThat(items.items()).containsExactly(thought(0, "123", 0, "thinking", ""));
    }

    @Test
    void keepsNoTextOnceItIsDiscarded() {
        AnswerItemCollector items = collected(
                Dialect.ANTHROPIC, List.of(new StreamEvent.ReasoningDelta("why"), new StreamEvent.TextDelta("what")));

        items.discard();
        items.on(new StreamEvent.TextDelta(" else"));
        items.on(new StreamEvent.ToolCallStart(0, "c", "f"));
        items.on(STOP);

        assertThat(items.exceedsLimit()).isTrue();
        assertThat(items.items()).isEmpty();
        assertThat(items.contentHash()).isEmpty();
    }

    /// The texts of a chat answer are joined, so one block beyond the limit takes the others of its kind along.
    @Test
    void aChatAnswerBeyondTheLimitLacksOnlyTheTextThatWasCut() {
        List<StreamEvent> events = List.of(
                new ReasoningDelta("1234"),
                new ToolCallStart(0, "c1", "f"),
                new ReasoningDelta("56789"),
                new TextDelta("ab"),
                new ToolCallStart(1, "c2", "g"),
                new TextDelta("c"),
                STOP);

        assertThat(values(8, events)).containsExactly("CONTENT abc 1", "TOOL_ID c1 2", "TOOL_ID c2 3");
        assertThat(values(11, events)).containsExactly("THINK 123456789 0", "TOOL_ID c1 2", "TOOL_ID c2 3");
        assertThat(values(12, events)).hasSize(4);
    }

    private static List<String> values(int limit, List<StreamEvent> events) {
        var items = new AnswerItemCollector(Dialect.OPENAI_CHAT, () -> "reasoning_content", limit);
        events.forEach(items::on);
        return items.items().stream()
                .filter(item -> item.category() != Category.TOOL_IN)
                .map(item -> item.category() + " " + item.value() + " " + item.block())
                .toList();
    }

    private static AnswerItemCollector collected(Dialect dialect, List<? extends StreamEvent> events) {
        var items = new AnswerItemCollector(dialect, () -> "reasoning_content");
        events.forEach(items::on);
        return items;
    }

    private static List<PlantedItem> items(Dialect dialect, List<? extends StreamEvent> events) {
        return collected(dialect, events).items();
    }

    private static PlantedItem thought(int ordinal, String value, int block, String field, String proof) {
        Optional<String> signature = Optional.of(proof).filter(text -> !text.isEmpty());
        return new PlantedItem(ordinal, Category.THINK, "", value, block, field, Optional.empty(), signature);
    }

    private static PlantedItem said(int ordinal, String value, int block) {
        return new PlantedItem(ordinal, Category.CONTENT, "", value, block, "", Optional.empty(), Optional.empty());
    }

    private static PlantedItem call(int ordinal, Category category, String token, String value, int block) {
        return new PlantedItem(ordinal, category, token, value, block, "", Optional.of("c1"), Optional.empty());
    }
}

package dev.throughline.trace.sighting;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.match.ComparisonBudget;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.calls;
import static dev.throughline.trace.TokenlessRun.joined;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.signs;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinking;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// What is said of an item that did not come back as it was issued.
class DescribedDifferenceTest {
    private static final String ISSUED = "I look at the file.";

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "\"  I look at the file.\",2 characters of white space at the ends were added",
                "\"I look at the file\",18 of 19 characters are present",
                "\"at the file.\",12 of 19 characters are present",
                "\"I look at the fire.\",\"differs from character 16 on (19 characters issued, 19 found)\"",
                "\"I look at the file. Then\",\"differs from character 19 on (19 characters issued, 24 found)\""
            })
    void saysHowATextDiffers(String found, String said) {
        assertThat(difference(ISSUED, found)).contains(said);
    }

    @Test
    void saysWhatBecameOfWhiteSpaceAtTheEnds() {
        assertThat(difference(" " + ISSUED + "\n", ISSUED))
                .contains("2 characters of white space at the ends are missing");
        assertThat(difference(ISSUED + "\n", ISSUED + " ")).contains("white space at the ends was changed");
        assertThat(difference(ISSUED, ISSUED)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"I look,NONE", "I look a,TRUNCATED", "the file,NONE", "he file.,TRUNCATED"})
    void aPieceHasEightCharacters(String found, String match) {
        assertThat(TextComparison.of(ISSUED, found, "[T]", new ComparisonBudget())
                        .match()
                        .name())
                .isEqualTo(match);
    }

    @Test
    void nothingIsAlikeOnceTheBudgetIsUsedUp() {
        var budget = new ComparisonBudget();
        budget.take(8 << 20);
        assertThat(TextComparison.of(ISSUED, ISSUED, "", budget)).isEqualTo(TextComparison.EXACT);
        assertThat(TextComparison.of(ISSUED, ISSUED + " ", "", budget)).isEqualTo(TextComparison.NONE);
    }

    private static Optional<String> difference(String issued, String found) {
        return TextComparison.of(issued, found, "", new ComparisonBudget()).difference();
    }

    @Test
    void saysHowACallDiffers() {
        var chat = new TokenlessRun(Dialect.OPENAI_CHAT);
        chat.answer(0, 1, joined(says("Hello."), calls("c1")));
        assertThat(differences(
                        chat, chat.trace(user(0, "Hi"), assistant(1, text("Hello."), call("x1")), result(2, "x1"))))
                .containsExactly("CONTENT -", "TOOL_ID the call came back as x1", "TOOL_IN -");
        assertThat(differences(
                        chat,
                        chat.trace(user(0, "Hi"), assistant(1, text("Hello."), call("y".repeat(49))), user(2, "More"))))
                .contains("TOOL_ID the call came back as " + "y".repeat(48) + "…");
        assertThat(differences(
                        chat,
                        chat.trace(user(0, "Hi"), assistant(1, text("Hello."), call("y".repeat(48))), user(2, "More"))))
                .contains("TOOL_ID the call came back as " + "y".repeat(48));
        assertThat(differences(
                        chat,
                        chat.trace(
                                user(0, "Hi"), assistant(1, text("Hello."), input("{\"command\":")), result(2, "c1"))))
                .contains("TOOL_ID -", "TOOL_IN the arguments are not JSON");
        assertThat(differences(
                        chat, chat.trace(user(0, "Hi"), assistant(1, text("Hello."), input("")), result(2, "c1"))))
                .contains("TOOL_IN field command was removed");
    }

    private static Part input(String arguments) {
        return new Part.ToolCall("/calls", "c1", "bash", arguments);
    }

    @Test
    void saysWhatASignatureIdentifiesWithoutItsText() {
        var anthropic = new TokenlessRun(Dialect.ANTHROPIC);
        String proof = new BlockSigner(new byte[32]).sign("k1", 0);
        anthropic.answer(0, 1, joined(thinks(ISSUED), signs(proof), says("Hello.")));
        assertThat(differences(
                        anthropic,
                        anthropic.trace(
                                user(0, "Hi"), assistant(1, thinking("", proof), text("Hello.")), user(2, "More"))))
                .contains("THINK its text was omitted; its signature identifies it");
        assertThat(differences(
                        anthropic,
                        anthropic.trace(
                                user(0, "Hi"),
                                assistant(1, thinking("Else.", proof), text("Hello.")),
                                user(2, "More"))))
                .contains("THINK another text came back with its signature");
    }

    @Test
    void saysThatOpaqueReasoningDiffers() {
        var anthropic = new TokenlessRun(Dialect.ANTHROPIC);
        anthropic.answer(0, 1, new StreamEvent.RedactedReasoning("opaque"), says("Hello."));
        assertThat(differences(
                        anthropic,
                        anthropic.trace(
                                user(0, "Hi"),
                                assistant(1, new Part.RedactedReasoning("/0", "other"), text("Hello.")),
                                user(2, "More"))))
                .contains("THINK the opaque data differs");
    }

    @Test
    void saysThatReasoningIsInAnotherOrderAndNotTheTextThatItPassed() {
        var anthropic = new TokenlessRun(Dialect.ANTHROPIC);
        anthropic.answer(0, 1, joined(thinks(ISSUED), signs("s"), says("Hello.")));
        assertThat(differences(
                        anthropic,
                        anthropic.trace(
                                user(0, "Hi"), assistant(1, text("Hello."), thinking(ISSUED, "s")), user(2, "More"))))
                .containsExactly("THINK is in a different order than issued", "CONTENT -");
    }

    private static List<String> differences(TokenlessRun run, TraceResult traced) {
        List<PlantedItem> items = run.history().exchanges().getFirst().items();
        return traced.observations().stream()
                .map(one ->
                        category(one, items) + " " + one.sighting().difference().orElse("-"))
                .toList();
    }

    private static Category category(Observation one, List<PlantedItem> items) {
        return items.get(one.ordinal()).category();
    }
}

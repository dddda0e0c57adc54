package dev.throughline.trace.match;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.ContentHash;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// By what an answer is found whose client wrapped, repeated or split it.
class MessageFingerprintsTest {
    private static final Part HELLO = new Part.Text("", "hello");
    private static final Part CALL = new Part.ToolCall("", "c1", "f", "{}");
    private static final Part OTHER_CALL = new Part.ToolCall("", "c2", "f", "{}");
    private static final Part THOUGHT = new Part.Text("", "<think>why</think>hello");

    @Test
    void aMessageIsFoundByItsContent() {
        assertThat(ContentFingerprints.hashes(assistant(HELLO, CALL))).containsExactly(hash(HELLO, CALL));
        assertThat(ContentFingerprints.hashes(assistant(new Part.Text("", " "))))
                .isEmpty();
    }

    @Test
    void reasoningWrappedIntoTheTextIsLeftOut() {
        assertThat(ContentFingerprints.hashes(assistant(THOUGHT, CALL)))
                .containsExactly(hash(THOUGHT, CALL), hash(HELLO, CALL));
        assertThat(ContentFingerprints.hashes(assistant(new Part.Text("", "a < b"))))
                .hasSize(1);
    }

    @Test
    void textAndCallsTwiceInARowCountOnce() {
        assertThat(ContentFingerprints.hashes(assistant(HELLO, HELLO, CALL, CALL)))
                .containsExactly(hash(HELLO, HELLO, CALL, CALL), hash(HELLO, CALL));
    }

    @Test
    void twoEqualCallsWithOtherIdsAreTwo() {
        Part unnamed = new Part.ToolCall("", "", "f", "{}");

        assertThat(ContentFingerprints.hashes(assistant(CALL, OTHER_CALL))).hasSize(1);
        assertThat(ContentFingerprints.hashes(assistant(unnamed, unnamed))).hasSize(1);
        assertThat(ContentFingerprints.hashes(assistant(HELLO, CALL, HELLO))).hasSize(1);
    }

    @Test
    void adjacentAssistantMessagesTogetherAreAnAnswer() {
        Message user = new Message("", Role.USER, List.of(HELLO));
        List<Message> history = List.of(user, assistant(HELLO), assistant(CALL), user, assistant(OTHER_CALL));

        assertThat(SplitAnswerDetector.hashes(history)).containsExactly(hash(HELLO, CALL));
        assertThat(SplitAnswerDetector.hashes(List.of(assistant(HELLO), assistant(CALL), assistant(OTHER_CALL))))
                .containsExactly(hash(HELLO, CALL, OTHER_CALL));
        assertThat(SplitAnswerDetector.hashes(List.of(user, assistant(HELLO)))).isEmpty();
    }

    @Test
    void aPieceOfAnAnswerHasNoCallAndNoOtherText() {
        Set<String> texts = Set.of("hello");

        assertThat(SplitAnswerDetector.isPiece(assistant(new Part.Text("", " hello\n")), texts))
                .isTrue();
        assertThat(SplitAnswerDetector.isPiece(assistant(), texts)).isTrue();
        assertThat(SplitAnswerDetector.isPiece(assistant(new Part.Text("", "other")), texts))
                .isFalse();
        assertThat(SplitAnswerDetector.isPiece(assistant(HELLO, CALL), texts)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "hello, true",
        "<system-reminder>x</system-reminder>, false",
        "' <system-reminder>x</system-reminder> ', false",
        "<system-reminder>x</system-reminder> hello, true",
        "x</system-reminder>, true"
    })
    void aReminderIsNotWrittenByTheUser(String text, boolean isReal) {
        var message = new Message("", Role.USER, List.of(new Part.Text("", text)));

        assertThat(UserTurnDetector.isReal(message)).isEqualTo(isReal);
        assertThat(UserTurnDetector.isReal(new Message("", Role.ASSISTANT, message.parts())))
                .isFalse();
        assertThat(UserTurnDetector.count(List.of(message))).isEqualTo(isReal ? 1 : 0);
    }

    @Test
    void comparisonsEndWithABudgetThatGrowsWithTheText() {
        var budget = new ComparisonBudget();
        assertThat(budget.take((8 << 20) + 1)).isFalse();
        assertThat(budget.take(8 << 20)).isTrue();
        assertThat(budget.take(1)).isFalse();

        budget.grow(84);
        assertThat(budget.take(1_601)).isFalse();
        assertThat(budget.take(1_600)).isTrue();
        assertThat(budget.take(0)).isTrue();
        assertThat(budget.take(1)).isFalse();
    }

    private static Message assistant(Part... parts) {
        return new Message("", Role.ASSISTANT, List.of(parts));
    }

    private static String hash(Part... parts) {
        return ContentHash.of(assistant(parts)).orElseThrow();
    }
}

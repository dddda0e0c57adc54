package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import java.util.List;
import java.util.Optional;

/// The reasoning of scenario ENDS: what is lost by a client that trims, collapses, normalizes, cuts or filters texts.
/// Each answer of a turn has another text, in two sets that take turns.
final class DelicateReasoning {
    /// Answers of a turn; all but the last call a tool.
    static final int STEPS = 5;

    private static final String TOKEN = "{token}";
    private static final String SENTENCE = "Step by step \u2014 \u4e00\u6b65\u4e00\u6b65. ";
    private static final int LENGTH = 8_000;
    /// As of a provider that signs its reasoning without disclosing it.
    private static final String EMPTY = "";
    private static final String TAGS = "<think>A tag</think> and ";
    private static final List<String> TEXTS = List.of(
            between("  ", "  "),
            between("\t", "\t\t"),
            between("\n\n", "\n"),
            between("\r\n", "\r\n"),
            between("Two  spaces,   three; cafe\u0301 is decomposed,\u2028this a new line,\r\nthis too. ", "  So."),
            between("", " " + SENTENCE.repeat(LENGTH / SENTENCE.length() + 1) + "The end."),
            between(TAGS + "<b>bold</b>,<br/> &amp; &#x41; <!-- all --> stay. ", " </p>"),
            EMPTY,
            between("\u2003\u2028\r\n\t", "\t \n\u2029\u3000"),
            between(" \t\r\n", "\r\n\t "));

    private DelicateReasoning() {}

    /// The text of an answer; empty for one that the form of the answers cannot carry. Only Anthropic and Responses
    /// have empty reasoning, and tags of the model's own markup would end reasoning in raw answers.
    /// @param turn of the conversation, from 1
    /// @param step answer of the turn, from 1
    /// @param isDemanded whether the answer is refused later if it has none; then none is empty
    static Optional<String> text(
            int turn, int step, StubOutputForm output, Conversation request, boolean isDemanded, String token) {
        int place = Math.min(step, STEPS) - 1 + (turn + 1) % 2 * STEPS;
        String text = isDemanded && TEXTS.get(place).equals(EMPTY) ? between("", "") : TEXTS.get(place);
        boolean isRaw = output != StubOutputForm.NATIVE;
        if (text.equals(EMPTY) && (isRaw || request.dialect() == Dialect.OPENAI_CHAT)) {
            return Optional.empty();
        }
        return Optional.of((isRaw ? text.replace(TAGS, "") : text).replace(TOKEN, token));
    }

    private static String between(String start, String end) {
        return start + "The mark is " + TOKEN + "." + end;
    }
}

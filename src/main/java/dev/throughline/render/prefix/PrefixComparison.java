package dev.throughline.render.prefix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.Rendering;
import java.util.Optional;

/// How far a prompt goes on where the prompt before it, with its answer, ended. Lengths are in UTF-16 units of the two
/// texts.
///
/// @param common length of the common beginning
/// @param wasted what could have been reused and was not: the shorter of both less `common`
/// @param previous length of the prompt before with its answer
/// @param next length of the prompt
/// @param answerIsRendered whether the template wrote the answer behind the prompt before; else that prompt alone was
///     compared
/// @param divergence why they part; empty where nothing is wasted
public record PrefixComparison(
        int common, int wasted, int previous, int next, boolean answerIsRendered, Optional<Divergence> divergence) {
    private static final int SNIPPET = 60;

    /// Where two prompts part.
    ///
    /// @param pointer JSON pointer to the field, in the later request or, if it is missing there, in the
    ///     earlier one
    /// @param before what the earlier prompt has from there on, at most 60 units
    /// @param after what the later one has
    /// @param templateClearsAnyway of dropped reasoning: whether the template would have left it out
    public record Divergence(
            PrefixCause cause, String pointer, String before, String after, boolean templateClearsAnyway) {}

    /// Compares a request with the one that follows it.
    ///
    /// @param answer the assistant message between them, where it is known
    public static PrefixComparison of(PromptTurn before, Optional<ObjectNode> answer, PromptTurn after) {
        Optional<PromptTurn> answered = answer.flatMap(before::answered);
        PromptTurn from = answered.orElse(before);
        String previous = from.prompt().text();
        String next = after.prompt().text();
        int common = common(previous, next);
        int wasted = Math.min(previous.length(), next.length()) - common;
        Optional<Divergence> divergence = wasted > 0 ? Optional.of(divergence(from, after, common)) : Optional.empty();
        return new PrefixComparison(
                common, wasted, previous.length(), next.length(), answered.isPresent() || answer.isEmpty(), divergence);
    }

    /// Whether nothing is computed again.
    public boolean isStable() {
        return wasted == 0;
    }

    private static Divergence divergence(PromptTurn before, PromptTurn after, int at) {
        DivergenceFinder.Finding found = new DivergenceFinder(before, after, at).find();
        return new Divergence(
                found.cause(),
                found.pointer(),
                snippet(before.prompt(), at),
                snippet(after.prompt(), at),
                found.templateClearsAnyway());
    }

    private static String snippet(Rendering prompt, int at) {
        String text = prompt.text();
        int end = Math.min(text.length(), at + SNIPPET);
        int whole = end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
        return text.substring(at, whole);
    }

    /// The length of the common beginning, never in the middle of a character.
    private static int common(String one, String other) {
        int most = Math.min(one.length(), other.length());
        int at = 0;
        while (at < most && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at > 0 && at < most && Character.isHighSurrogate(one.charAt(at - 1)) ? at - 1 : at;
    }
}

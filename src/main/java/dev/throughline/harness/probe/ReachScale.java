package dev.throughline.harness.probe;

import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import java.util.List;

/// The measurements of a history without its reasoning and with it in plain sight, which are the reference
/// for all others.
///
/// @param without the history without reasoning
/// @param inSight the history with its reasoning in the user's text
/// @param planted the reasoning, and what must follow each block of it
record ReachScale(PromptMeasurement without, PromptMeasurement inSight, PlantedHistory planted) {
    /// Shares of the expected tokens above and below which reasoning counts as present and as absent:
    /// templates add and drop a few marker tokens with it.
    private static final double THERE = 0.9;
    private static final double GONE = 0.1;

    /// Why the scale is unusable; empty if it is usable.
    String fault() {
        if (without instanceof PromptMeasurement.Nothing nothing) {
            return nothing.reason();
        }
        if (inSight instanceof PromptMeasurement.Nothing nothing) {
            return nothing.reason();
        }
        ReasoningReach control = read(inSight);
        return control.isWhole() && expected() >= SyntheticReasoning.WORDS / 2
                ? ""
                : "it does not show the user's own words (" + control.numbers() + ")";
    }

    ReasoningReach read(PromptMeasurement probed) {
        return switch (probed) {
            case PromptMeasurement.Nothing(String reason, boolean isRefusal) ->
                isRefusal
                        ? new ReasoningReach(Status.BROKEN, "refused, " + reason).named(Outcome.REFUSED)
                        : ReasoningReach.unknown(reason);
            case PromptMeasurement.Prompt(String text) -> placed(text, blocksIn(text));
            case PromptMeasurement.Tokens(int count)
            when without instanceof PromptMeasurement.Tokens(int base) -> grown(count - base);
            case PromptMeasurement.Tokens(int count) -> ReasoningReach.unknown("a count where text was expected");
        };
    }

    /// A block behind the answer that it belongs to is not where the model wrote it.
    private ReasoningReach placed(String prompt, ReasoningReach found) {
        long behind = planted.behind(prompt);
        return behind == 0
                ? found
                : new ReasoningReach(Status.PARTIAL, found.numbers() + ", " + behind + " behind the answer")
                        .named(Outcome.REORDERED);
    }

    private ReasoningReach blocksIn(String prompt) {
        List<String> blocks = planted.reasoning();
        long whole = blocks.stream().filter(prompt::contains).count();
        long touched = blocks.stream()
                .filter(block -> prompt.contains(firstWord(block)))
                .count();
        String numbers = whole + " of " + blocks.size() + " blocks"
                + (touched > whole ? ", " + (touched - whole) + " altered" : "");
        if (whole == blocks.size()) {
            return new ReasoningReach(Status.PRESERVED, numbers);
        }
        return touched == 0
                ? new ReasoningReach(Status.BROKEN, numbers)
                : new ReasoningReach(Status.PARTIAL, numbers)
                        .named(touched == blocks.size() ? Outcome.MODIFIED : Outcome.PARTIAL);
    }

    /// Whether a difference is too small to be reasoning.
    boolean isNegligible(int tokens) {
        return tokens <= expected() * GONE;
    }

    private ReasoningReach grown(int added) {
        int expected = expected();
        String numbers = "%+d of %d tokens".formatted(added, expected);
        if (added >= expected * THERE) {
            return new ReasoningReach(Status.PRESERVED, numbers);
        }
        return new ReasoningReach(isNegligible(added) ? Status.BROKEN : Status.PARTIAL, numbers);
    }

    /// Tokens of the reasoning; words, if the prompt is visible as text.
    private int expected() {
        return without instanceof PromptMeasurement.Tokens(int base)
                        && inSight instanceof PromptMeasurement.Tokens(int full)
                ? full - base
                : SyntheticReasoning.WORDS * planted.reasoning().size();
    }

    private static String firstWord(String block) {
        return block.substring(0, block.indexOf(' '));
    }
}

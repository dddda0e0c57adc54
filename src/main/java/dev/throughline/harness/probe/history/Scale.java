package dev.throughline.harness.probe.history;

import dev.throughline.harness.probe.dialect.Prose;
import dev.throughline.verdict.Status;
import java.util.List;

/// What a history measures without its reasoning and with it in plain sight; anything else is read against the two.
///
/// @param without the history, no reasoning in it
/// @param inSight the history, its reasoning in the user's text
/// @param blocks the reasoning
record Scale(Measure without, Measure inSight, List<String> blocks) {
    /// Shares of the expected tokens above and below which reasoning counts as there and as gone: templates add and
    /// drop a few marker tokens with it.
    private static final double THERE = 0.9;
    private static final double GONE = 0.1;

    Scale {
        blocks = List.copyOf(blocks);
    }

    /// Why nothing can be read from it; empty when it can.
    String fault() {
        if (without instanceof Measure.Nothing(String reason)) {
            return reason;
        }
        if (inSight instanceof Measure.Nothing(String reason)) {
            return reason;
        }
        Reach control = read(inSight);
        return control.isWhole() && expected() >= Prose.WORDS / 2
                ? ""
                : "it does not show the user's own words (" + control.numbers() + ")";
    }

    Reach read(Measure probed) {
        return switch (probed) {
            case Measure.Nothing(String reason) -> Reach.unknown(reason);
            case Measure.Prompt(String text) -> blocksIn(text);
            case Measure.Tokens(int count) when without instanceof Measure.Tokens(int base) -> grown(count - base);
            case Measure.Tokens(int count) -> Reach.unknown("a count where text was expected");
        };
    }

    private Reach blocksIn(String prompt) {
        long whole = blocks.stream().filter(prompt::contains).count();
        long touched = blocks.stream()
                .filter(block -> prompt.contains(firstWord(block)))
                .count();
        String numbers = whole + " of " + blocks.size() + " blocks"
                + (touched > whole ? ", " + (touched - whole) + " altered" : "");
        if (whole == blocks.size()) {
            return new Reach(Status.PRESERVED, numbers);
        }
        return new Reach(touched == 0 ? Status.BROKEN : Status.PARTIAL, numbers);
    }

    private Reach grown(int added) {
        int expected = expected();
        String numbers = "%+d of %d tokens".formatted(added, expected);
        if (added >= expected * THERE) {
            return new Reach(Status.PRESERVED, numbers);
        }
        return new Reach(added <= expected * GONE ? Status.BROKEN : Status.PARTIAL, numbers);
    }

    /// Tokens of the reasoning; of a prompt that is seen as text, its words.
    private int expected() {
        return without instanceof Measure.Tokens(int base) && inSight instanceof Measure.Tokens(int full)
                ? full - base
                : Prose.WORDS * blocks.size();
    }

    private static String firstWord(String block) {
        return block.substring(0, block.indexOf(' '));
    }
}

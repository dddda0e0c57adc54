package dev.throughline.harness.probe;

import dev.throughline.verdict.Outcome;
import java.util.List;
import java.util.function.Function;

/// Measures whether white space at the ends of reasoning, and within it, reaches the prompt. Meaningful only where
/// the reasoning itself does.
///
/// The control is the same white space amid the user's text, which templates leave alone: what does not show there
/// cannot be measured.
///
/// @param plain a history whose reasoning reaches the prompt
/// @param inField measures a history with its reasoning in the field to be probed
/// @param inText measures a history without reasoning
record WhiteSpaceProbe(
        PlantedHistory plain,
        Function<List<ProbeTurn>, PromptMeasurement> inField,
        Function<List<ProbeTurn>, PromptMeasurement> inText) {
    /// Enough for some tokens in every vocabulary. Line breaks are outermost, since some templates strip only those.
    private static final int REPEATS = 16;
    private static final String BEFORE = "\n \t".repeat(REPEATS);
    private static final String AFTER = "\t \n".repeat(REPEATS);
    private static final String BETWEEN = "  \n\t";

    HistoryEvidence.WhiteSpace measure() {
        return new HistoryEvidence.WhiteSpace(
                reach(plain.changed(block -> BEFORE + block + AFTER)).named(Outcome.TRIMMED),
                reach(plain.changed(block -> block.replace(" ", BETWEEN))).named(Outcome.MODIFIED));
    }

    private ReasoningReach reach(PlantedHistory padded) {
        PromptMeasurement without = inField.apply(plain.history());
        var scale = new ReachScale(without, inSight(padded, without), padded);
        return scale.fault().isEmpty()
                ? scale.read(inField.apply(padded.history()))
                : ReasoningReach.unknown("white space of the user's own text does not show either: " + scale.fault());
    }

    /// The prompt with the white space in sight; where only its size is known, the size that the white space adds.
    private PromptMeasurement inSight(PlantedHistory padded, PromptMeasurement without) {
        PromptMeasurement shown = inText.apply(padded.inUserText());
        return shown instanceof PromptMeasurement.Tokens(int full)
                        && without instanceof PromptMeasurement.Tokens(int base)
                        && inText.apply(plain.inUserText()) instanceof PromptMeasurement.Tokens(int words)
                ? new PromptMeasurement.Tokens(base + full - words)
                : shown;
    }
}

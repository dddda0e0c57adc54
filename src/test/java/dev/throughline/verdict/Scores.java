package dev.throughline.verdict;

import java.util.Optional;

/// Scores of verdicts that list all items.
public final class Scores {
    private Scores() {}

    public static RunScore of(RunVerdict verdict) {
        var tallies = new ItemTallies();
        tallies.add(verdict.items(), _ -> Optional.empty());
        return new RunScore(verdict, tallies.tally(0));
    }
}

package dev.throughline.verdict;

/// Scores of verdicts that list all items.
public final class Scores {
    private Scores() {}

    public static RunScore of(RunVerdict verdict) {
        var tallies = new ItemTallies();
        tallies.add(verdict.items(), _ -> false);
        return new RunScore(verdict, tallies.tally(0));
    }
}

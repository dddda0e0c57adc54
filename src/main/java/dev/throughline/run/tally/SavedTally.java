package dev.throughline.run.tally;

import dev.throughline.run.RunTally;
import dev.throughline.run.RunTally.Preserved;
import dev.throughline.verdict.ItemTallies;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.RunScoring;
import dev.throughline.verdict.SuiteVersion;
import java.util.List;

/// What is kept of the exchanges of a run up to one.
///
/// @param counted without what is listed
/// @param listed the items that a report lists, in the order in which requests first did something with them
/// @param preserved what the first requests of a proxy run did with reasoning
record SavedTally(Counted counted, List<Listed> listed, List<Preserved> preserved) {
    /// The rules by which exchanges are counted; what was counted by others is counted anew.
    static final String RULES = "1 " + SuiteVersion.VERSION;

    /// @param through number of the last exchange that is counted
    /// @param gaps numbers up to there of which no exchange was recorded
    /// @param open numbers of exchanges up to there whose answers were in progress
    /// @param interrupted numbers of exchanges up to there whose service stopped, or seemed to
    /// @param unrecorded numbers of exchanges up to there that are marked as not recorded
    /// @param run without what is preserved
    /// @param items the counts over all items
    /// @param lost the first answers that lost something, by the last request that did something new with them
    /// @param moreLost further answers that lost something
    /// @param joined conversations whose answers came back in another one
    record Counted(
            int through,
            List<Gap> gaps,
            List<Integer> open,
            List<Integer> interrupted,
            List<Integer> unrecorded,
            RunScoring.Requests.State requests,
            RunTally run,
            int distinctParams,
            List<ItemTallies.Count> items,
            List<LostAnswers.Lost> lost,
            int moreLost,
            List<Joined> joined) {}

    /// Numbers of which no exchange was recorded, both included.
    record Gap(int from, int to) {}

    /// A request of one conversation did something with an answer of another.
    /// @param conversation of the answer
    /// @param by conversation of the request
    record Joined(int conversation, int by) {}

    /// An item that is listed.
    /// @param first the first request that did something with it
    record Listed(int first, ItemVerdict verdict) {}
}

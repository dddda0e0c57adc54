package dev.throughline.pages;

import dev.throughline.run.report.Remedy;
import dev.throughline.run.report.ThreadMap;
import dev.throughline.verdict.Capability;
import java.util.List;

/// The page of a run.
///
/// @param sentence why the verdict is what it is
/// @param remedies what can be done about a loss
/// @param losses the first requests that lost something
/// @param moreLosses how many more lines there are
/// @param overview the minimap of a conversation that is longer than its thread map
/// @param conversations those around the one shown, which is current, with the first and the last
/// @param conversationCount of all of them; 0 if they were not counted
/// @param map of the current conversation; empty list for a run without a recorded request
/// @param since items of answers before this exchange are on the map only where these requests changed something about
///     them; 0 if all are
/// @param later address of the next requests of the conversation, empty if there are none
/// @param isOwned whether the caller may change the run
public record RunContent(
        RunEntry run,
        String sentence,
        List<Remedy> remedies,
        List<LossLine> losses,
        int moreLosses,
        List<CapabilityLine> capabilities,
        List<Fact> facts,
        List<ConversationLine> conversations,
        int conversationCount,
        List<ThreadMap> map,
        int since,
        List<ConversationMap> overview,
        String earlier,
        String later,
        String earlierRows,
        String laterRows,
        List<String> notes,
        List<String> formats,
        boolean isSealed,
        boolean isPublished,
        boolean isPinned,
        boolean isOwned) {
    /// A capability with the counts it is based on.
    public record CapabilityLine(
            Capability capability,
            VerdictMark status,
            VerdictMark withinTurn,
            VerdictMark acrossTurns,
            int due,
            int exact,
            String outcomes) {}

    /// The loss of a request.
    public record LossLine(int request, String text) {}

    /// A name and a value.
    public record Fact(String name, String value) {}

    /// A conversation to choose.
    public record ConversationLine(int number, int exchanges, boolean isCurrent) {}
}

package dev.throughline.pages;

import dev.throughline.run.report.Remedy;
import dev.throughline.run.report.ThreadMap;
import dev.throughline.verdict.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    /// The minimap of a long conversation: all of its requests in a few segments, each of which leads to its part of
    /// the
    /// thread map.
    public record ConversationMap(List<Segment> segments, int requests) {
        private static final int MOST = 60;
        private static final int WIDTH = 1_000;

        public ConversationMap {
            segments = List.copyOf(segments);
        }

        /// Requests that follow one another.
        ///
        /// @param x left end of 1,000
        /// @param tone style: `bad` where something was lost
        /// @param isCurrent whether the thread map shows some of them
        public record Segment(
                int x, int width, String tone, String glyph, String title, String address, boolean isCurrent) {
            /// Where its glyph stands.
            public int middle() {
                return x + width / 2;
            }
        }

        /// @param numbers of all requests of the conversation, in order
        /// @param losses of the run; empty if it is not scored
        /// @param base address of the conversation's map up to the number after which it begins
        /// @param first number of the first request shown
        /// @param last number of the last one
        static ConversationMap of(List<Integer> numbers, Optional<RunLosses> losses, String base, int first, int last) {
            int size = Math.ceilDiv(numbers.size(), MOST);
            List<Segment> segments = new ArrayList<>();
            for (int from = 0; from < numbers.size(); from += size) {
                List<Integer> part = numbers.subList(from, Math.min(numbers.size(), from + size));
                int x = WIDTH * from / numbers.size();
                int end = WIDTH * (from + part.size()) / numbers.size();
                int before = from == 0 ? 0 : numbers.get(from - 1);
                boolean isCurrent = part.getFirst() <= last && part.getLast() >= first;
                segments.add(segment(part, losses, x, end - x, base + before + "#map", isCurrent));
            }
            return new ConversationMap(segments, numbers.size());
        }

        private static Segment segment(
                List<Integer> part, Optional<RunLosses> losses, int x, int width, String address, boolean isCurrent) {
            String name = part.size() == 1
                    ? "Request " + part.getFirst()
                    : "Requests " + part.getFirst() + " to " + part.getLast();
            if (losses.isEmpty()) {
                return new Segment(x, width, "none", "", name + ": not scored yet", address, isCurrent);
            }
            long lost = part.stream().filter(losses.get()::isIn).count();
            return lost == 0
                    ? new Segment(x, width, "good", "", name + ": nothing lost", address, isCurrent)
                    : new Segment(x, width, "bad", "✕", name + ": " + lost + " lost something", address, isCurrent);
        }
    }
}

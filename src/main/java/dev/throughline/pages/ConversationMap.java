package dev.throughline.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The minimap of a long conversation: all of its requests in a few segments, each of which leads to its part of the
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

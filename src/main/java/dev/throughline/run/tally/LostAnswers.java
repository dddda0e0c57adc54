package dev.throughline.run.tally;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// The answers of which something was lost, in the order of the last request that did something new with each: of many
/// only the first.
final class LostAnswers {
    private static final Comparator<Lost> ORDER =
            Comparator.comparingInt(Lost::last).thenComparingInt(Lost::answer);

    private final TreeSet<Lost> first = new TreeSet<>(ORDER);
    private final int most;
    private int more;

    /// @param last number of the last request that did something new with it
    /// @param conversation of the answer
    record Lost(int last, int answer, int conversation) {}

    /// @param more how many there are beside the first
    /// @param most how many are kept
    LostAnswers(List<Lost> first, int more, int most) {
        this.first.addAll(first);
        this.more = more;
        this.most = most;
    }

    /// Replaces answers as they were by what they are.
    void replace(List<Lost> before, List<Lost> after) {
        before.forEach(one -> more -= first.remove(one) ? 0 : 1);
        after.forEach(this::add);
    }

    private void add(Lost one) {
        boolean isNext = more > 0 && (first.isEmpty() || ORDER.compare(one, first.getLast()) > 0);
        if (isNext) {
            more++;
            return;
        }
        first.add(one);
        if (first.size() > most) {
            first.pollLast();
            more++;
        }
    }

    List<Lost> first() {
        return List.copyOf(first);
    }

    int more() {
        return more;
    }

    /// The first ones, in their order.
    /// @return fewer than wanted where there are no more, or where they are not known any more
    List<Lost> first(int wanted) {
        return first.stream().limit(wanted).toList();
    }

    /// Whether the first ones are known.
    boolean knows(int wanted) {
        return more == 0 || first.size() >= wanted;
    }
}

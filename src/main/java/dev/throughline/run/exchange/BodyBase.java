package dev.throughline.run.exchange;

import java.util.List;

/// A recorded body that a later one may be based on.
///
/// @param exchange number of its exchange
/// @param place its steps from the last whole body of the conversation
/// @param anchors numbers of the exchanges that bodies after this one may be based on, one per level
record BodyBase(int exchange, int place, List<Integer> anchors, BodyMarks marks) {
    /// Bodies of each level that are based on one another. With three levels a body is rebuilt from at most
    /// 31, and the bytes that are new in a request are stored at most three times.
    static final int SPAN = 11;

    private static final int LEVELS = 3;

    BodyBase {
        anchors = List.copyOf(anchors);
    }

    /// The level of a place: 0 for most, 1 for each eleventh, …; `LEVELS` for one whose body is whole.
    private static int level(int place) {
        int level = 0;
        for (int rest = place; level < LEVELS && rest % SPAN == 0; rest /= SPAN) {
            level++;
        }
        return level;
    }

    /// Whether the body after this one is whole in any case.
    boolean isLast() {
        return level(place + 1) == LEVELS;
    }

    /// Number of the exchange on whose body the one after this is based, unless it is whole.
    int next() {
        int level = level(place + 1);
        return level == 0 ? exchange : anchors.get(level - 1);
    }

    /// The anchors of the body after this one.
    /// @param number of its exchange
    List<Integer> anchorsOfNext(int number) {
        int level = level(place + 1);
        return List.of(level > 0 ? number : anchors.get(0), level > 1 ? number : anchors.get(1));
    }
}

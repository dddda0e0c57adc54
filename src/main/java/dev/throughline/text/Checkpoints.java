package dev.throughline.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/// Thins out what was kept on the way through something long, so that little is kept and, from the end, each place is
/// near to one that is.
public final class Checkpoints {
    private Checkpoints() {}

    /// The first checkpoint, the last one, and between them one for each distance from the end that doubles.
    /// @param all in ascending order of their positions; the first is at 0
    /// @param end the last position of interest; none is behind it
    /// @param unit the shortest distance
    public static <T> List<T> thinned(List<T> all, ToIntFunction<T> position, int end, int unit) {
        List<T> kept = new ArrayList<>();
        int nearest = 0;
        for (T one : all.reversed()) {
            int left = end - position.applyAsInt(one);
            if (left >= nearest || position.applyAsInt(one) == 0) {
                kept.add(one);
                nearest = Math.max(unit, 2 * left);
            }
        }
        return List.copyOf(kept.reversed());
    }
}

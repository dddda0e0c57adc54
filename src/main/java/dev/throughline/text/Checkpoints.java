package dev.throughline.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/// Thins out what was kept on the way through something long, so that little is kept and, from the end, each place is
/// near to one that is.
public final class Checkpoints {
    private Checkpoints() {}

    /// The first checkpoint, the last one, and those between them that are needed: seen from the end, the next kept
    /// one is at most twice as far away as the one before it, unless there never was a nearer one. So their
    /// number is logarithmic, and stays so however often a history grows and is thinned again.
    /// @param all in ascending order of their positions; the first is at 0
    /// @param end the last position of interest; none is behind it
    /// @param unit a distance up to which one suffices
    public static <T> List<T> thinned(List<T> all, ToIntFunction<T> position, int end, int unit) {
        List<T> kept = new ArrayList<>();
        int reach = 0;
        for (int i = all.size() - 1; i >= 0; i--) {
            boolean isLast = kept.isEmpty();
            if (isLast || i == 0 || end - position.applyAsInt(all.get(i - 1)) > reach) {
                kept.add(all.get(i));
                reach = Math.max(unit, 2 * (end - position.applyAsInt(all.get(i))));
            }
        }
        return List.copyOf(kept.reversed());
    }
}

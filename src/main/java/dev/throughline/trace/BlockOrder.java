package dev.throughline.trace;

import dev.throughline.trace.Sighting.Place;
import java.util.ArrayList;
import java.util.List;

/// Finds blocks that came back in another order than they were issued. Results of tools stand where they must and do
/// not
/// count.
final class BlockOrder {
    private BlockOrder() {}

    static List<Seen> check(List<Seen> seen) {
        List<Seen> checked = new ArrayList<>(seen);
        for (int i = 0; i < seen.size(); i++) {
            for (int j = i + 1; j < seen.size(); j++) {
                if (isSwapped(seen.get(i), seen.get(j))) {
                    checked.set(i, seen.get(i).outOfOrder());
                    checked.set(j, seen.get(j).outOfOrder());
                }
            }
        }
        return checked;
    }

    private static boolean isSwapped(Seen some, Seen other) {
        if (!counts(some) || !counts(other)) {
            return false;
        }
        int blocks = Integer.compare(some.item().block(), other.item().block());
        Reading.Spot here = some.spot().orElseThrow();
        Reading.Spot there = other.spot().orElseThrow();
        return blocks < 0 && there.isBefore(here) || blocks > 0 && here.isBefore(there);
    }

    private static boolean counts(Seen seen) {
        return seen.item().category() != Category.TOOL_OUT
                && seen.spot().isPresent()
                && seen.sighting().place() == Place.OWN;
    }
}

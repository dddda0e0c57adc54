package dev.throughline.trace.sighting;

import dev.throughline.trace.Category;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.match.RequestIndex;
import java.util.ArrayList;
import java.util.List;

/// Finds blocks that were returned in another order than they were issued. Tool results have a fixed
/// position and are ignored.
final class BlockOrder {
    private BlockOrder() {}

    static List<LocatedSighting> check(List<LocatedSighting> seen) {
        List<Integer> placed = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            if (counts(seen.get(i))) {
                placed.add(i);
            }
        }
        placed.sort((some, other) -> compare(seen.get(some), seen.get(other)));
        List<LocatedSighting> checked = new ArrayList<>(seen);
        int highest = Integer.MIN_VALUE;
        for (int i : placed) {
            highest = Math.max(highest, block(seen, i));
            markIf(highest > block(seen, i), i, checked);
        }
        int lowest = Integer.MAX_VALUE;
        for (int i : placed.reversed()) {
            lowest = Math.min(lowest, block(seen, i));
            markIf(lowest < block(seen, i), i, checked);
        }
        return checked;
    }

    private static void markIf(boolean isSwapped, int index, List<LocatedSighting> checked) {
        if (isSwapped) {
            checked.set(index, checked.get(index).outOfOrder());
        }
    }

    private static int block(List<LocatedSighting> seen, int index) {
        return seen.get(index).item().block();
    }

    /// By location; blocks at the same location are in order.
    private static int compare(LocatedSighting some, LocatedSighting other) {
        RequestIndex.Spot here = some.spot().orElseThrow();
        RequestIndex.Spot there = other.spot().orElseThrow();
        if (here.isBefore(there) || there.isBefore(here)) {
            return here.isBefore(there) ? -1 : 1;
        }
        return Integer.compare(some.item().block(), other.item().block());
    }

    private static boolean counts(LocatedSighting locatedSighting) {
        return locatedSighting.item().category() != Category.TOOL_OUT
                && locatedSighting.spot().isPresent()
                && locatedSighting.sighting().place() == Place.OWN;
    }
}

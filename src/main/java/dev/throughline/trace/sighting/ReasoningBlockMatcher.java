package dev.throughline.trace.sighting;

import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.match.ComparisonBudget;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Matches the reasoning blocks of one answer with parts of a request in the absence of trace tokens.
final class ReasoningBlockMatcher {
    /// A block is compared with this many parts on either side of its own position.
    private static final int REACH = 4;

    private final Set<String> texts = new HashSet<>();
    private final Map<Integer, Integer> places = new HashMap<>();

    /// @param items all items of the answer
    ReasoningBlockMatcher(List<PlantedItem> items) {
        for (PlantedItem item : items) {
            if (item.category() == Category.THINK) {
                places.put(item.ordinal(), places.size());
                texts.add(item.value());
            }
        }
    }

    /// Whether a text is not a block as it was issued.
    boolean isFree(String text) {
        return !texts.contains(text);
    }

    /// The parts that may be a block: the first exact match, otherwise those near its position that are no
    /// other block, the most similar first.
    List<Spot> likely(PlantedItem item, TextPartIndex spots, ComparisonBudget budget) {
        if (!item.token().isEmpty()) {
            return spots.all();
        }
        List<Spot> exact = spots.saying(item.value());
        return exact.isEmpty() ? near(item, spots.all(), budget) : exact.subList(0, 1);
    }

    private List<Spot> near(PlantedItem item, List<Spot> spots, ComparisonBudget budget) {
        long place = places.getOrDefault(item.ordinal(), 0);
        int middle = (int) (place * spots.size() / Math.max(1, places.size()));
        List<Spot> near = new ArrayList<>();
        for (int i = Math.max(0, middle - REACH); i < Math.min(spots.size(), middle + REACH + 1); i++) {
            if (isFree(TextPartIndex.text(spots.get(i)))) {
                near.add(spots.get(i));
            }
        }
        if (near.size() > 1) {
            Map<Spot, Double> likeness = new IdentityHashMap<>();
            near.forEach(spot -> likeness.put(spot, likeness(item.value(), TextPartIndex.text(spot), budget)));
            near.sort(Comparator.comparing((Spot spot) -> -Objects.requireNonNull(likeness.get(spot))));
        }
        return near;
    }

    private static double likeness(String issued, String found, ComparisonBudget budget) {
        return budget.take((long) issued.length() + found.length()) ? ShingleSimilarity.of(issued, found) : 0;
    }
}

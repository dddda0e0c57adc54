package dev.throughline.trace;

import dev.throughline.trace.Reading.Spot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The reasoning blocks of one answer: which of several parts may be which block, where no trace token tells.
final class Thoughts {
    /// A block is compared with this many parts on either side of its own place.
    private static final int REACH = 4;

    private final Set<String> texts = new HashSet<>();
    private final Map<Integer, Integer> places = new HashMap<>();

    /// @param items all items of the answer
    Thoughts(List<PlantedItem> items) {
        for (PlantedItem item : items) {
            if (item.category() == Category.THINK) {
                places.put(item.ordinal(), places.size());
                texts.add(item.value());
            }
        }
    }

    /// Whether a text is no block as it was issued.
    boolean isFree(String text) {
        return !texts.contains(text);
    }

    /// The parts that may be a block: those that are it, else those near its place that are no other block, the likest
    /// one first.
    List<Spot> likely(PlantedItem item, List<Spot> spots) {
        if (!item.token().isEmpty()) {
            return spots;
        }
        List<Spot> exact = new ArrayList<>();
        List<Spot> near = new ArrayList<>();
        int place = places.getOrDefault(item.ordinal(), 0);
        int count = Math.max(1, places.size());
        for (int i = 0; i < spots.size(); i++) {
            String text = text(spots.get(i));
            if (text.equals(item.value())) {
                exact.add(spots.get(i));
            } else if (isFree(text) && (long) Math.abs(i - place * spots.size() / count) <= REACH) {
                near.add(spots.get(i));
            }
        }
        if (exact.isEmpty() && near.size() > 1) {
            Map<Spot, Double> likeness = new HashMap<>();
            near.forEach(spot -> likeness.put(spot, Likeness.of(item.value(), text(spot))));
            near.sort(Comparator.comparing((Spot spot) -> -likeness.get(spot)));
        }
        return exact.isEmpty() ? near : exact;
    }

    private static String text(Spot spot) {
        return Reading.text(spot.part()).orElse("");
    }
}

package dev.throughline.trace.sighting;

import dev.throughline.conversation.Part;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parts with a text, in their order, by what they say.
final class TextPartIndex {
    private final List<Spot> spots;
    private final Map<String, List<Spot>> byText = new HashMap<>();
    private final Map<String, Integer> copies = new HashMap<>();
    private @Nullable String joined;

    TextPartIndex(List<Spot> spots) {
        this.spots = spots;
        spots.forEach(spot ->
                byText.computeIfAbsent(text(spot), _ -> new ArrayList<>(1)).add(spot));
    }

    List<Spot> all() {
        return spots;
    }

    /// Those that say exactly this.
    List<Spot> saying(String text) {
        return byText.getOrDefault(text, List.of());
    }

    /// What all of them say together.
    String joined() {
        String known = joined;
        if (known == null) {
            var text = new StringBuilder();
            spots.forEach(spot -> text.append(text(spot)));
            known = text.toString();
            joined = known;
        }
        return known;
    }

    /// How often a reasoning of exactly this text stands in one and the same field.
    int copiesInOneField(String text) {
        return copies.computeIfAbsent(text, same -> {
            Map<String, Integer> counts = new HashMap<>();
            for (Spot spot : saying(same)) {
                if (spot.part() instanceof Part.Reasoning reasoning) {
                    counts.merge(reasoning.field(), 1, Integer::sum);
                }
            }
            return counts.values().stream().mapToInt(count -> count).max().orElse(1);
        });
    }

    static String text(Spot spot) {
        return RequestIndex.text(spot.part()).orElse("");
    }
}

package dev.throughline.trace.sighting;

import dev.throughline.conversation.Part;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parts with a text, in order, indexed by the text.
final class TextPartIndex {
    private final List<Spot> spots;
    private final Map<String, List<Spot>> byText = new HashMap<>();
    private final Map<String, Integer> copies = new HashMap<>();
    private @Nullable String joined;
    private @Nullable Map<String, Spot> byBareText;

    TextPartIndex(List<Spot> spots) {
        this.spots = spots;
        spots.forEach(spot ->
                byText.computeIfAbsent(text(spot), _ -> new ArrayList<>(1)).add(spot));
    }

    List<Spot> all() {
        return spots;
    }

    /// The parts with exactly this text.
    List<Spot> saying(String text) {
        return byText.getOrDefault(text, List.of());
    }

    /// The first part that differs from a text in white space at the ends only; nothing for a blank text.
    Optional<Spot> trimmed(String text) {
        String bare = text.strip();
        return bare.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(byBareText().get(bare));
    }

    private Map<String, Spot> byBareText() {
        Map<String, Spot> known = byBareText;
        if (known == null) {
            known = new HashMap<>();
            for (Spot spot : spots) {
                known.putIfAbsent(text(spot).strip(), spot);
            }
            byBareText = known;
        }
        return known;
    }

    /// The concatenated text of all parts.
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

    /// How often a reasoning of exactly this text occurs in one and the same field.
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

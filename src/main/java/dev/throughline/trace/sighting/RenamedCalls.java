package dev.throughline.trace.sighting;

import dev.throughline.conversation.Part;
import dev.throughline.trace.CanonicalJson;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.match.ComparisonBudget;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Calls that were returned under other ids, for answers whose calls have no trace tokens.
final class RenamedCalls {
    private RenamedCalls() {}

    /// The calls among some parts.
    static Map<String, List<Spot>> byId(List<Spot> parts) {
        Map<String, List<Spot>> byId = new HashMap<>();
        for (Spot spot : parts) {
            if (spot.part() instanceof Part.ToolCall call) {
                byId.computeIfAbsent(call.id(), _ -> new ArrayList<>()).add(spot);
            }
        }
        return byId;
    }

    /// Issued calls whose ids are gone, by their ids: each with an unmatched call that has the same input,
    /// otherwise, if equally many are left on both sides, with the one at the same position.
    static Map<String, Spot> match(List<PlantedItem> items, PartIndex parts, ComparisonBudget budget) {
        Map<String, List<Spot>> found = parts.calls();
        Map<String, String> gone = new LinkedHashMap<>();
        for (PlantedItem item : items) {
            if (item.category() == Category.TOOL_IN && item.isExact()) {
                item.callId().filter(id -> !found.containsKey(id)).ifPresent(id -> gone.put(id, item.value()));
            }
        }
        if (gone.isEmpty() || !budget.take(parts.parts().size())) {
            return Map.of();
        }
        List<Spot> foreign = foreign(items, parts.parts());
        Map<String, Spot> matched = new HashMap<>();
        byInput(gone, foreign, parts, matched);
        gone.keySet().removeAll(matched.keySet());
        if (gone.size() == foreign.size()) {
            var places = foreign.iterator();
            gone.keySet().forEach(id -> matched.put(id, places.next()));
        }
        return matched;
    }

    private static List<Spot> foreign(List<PlantedItem> items, List<Spot> parts) {
        Set<String> issued = items.stream()
                .filter(item -> item.category() == Category.TOOL_ID)
                .map(PlantedItem::value)
                .collect(Collectors.toSet());
        List<Spot> foreign = new ArrayList<>();
        for (Spot spot : parts) {
            if (spot.part() instanceof Part.ToolCall call && !issued.contains(call.id())) {
                foreign.add(spot);
            }
        }
        return foreign;
    }

    private static void byInput(
            Map<String, String> gone, List<Spot> foreign, PartIndex parts, Map<String, Spot> matched) {
        Map<String, Deque<Spot>> byInput = new HashMap<>();
        for (Spot spot : foreign) {
            byInput.computeIfAbsent(parts.input(spot), _ -> new ArrayDeque<>()).add(spot);
        }
        gone.forEach((id, input) -> {
            Deque<Spot> same = byInput.get(CanonicalJson.canonical(input));
            if (same != null && !same.isEmpty()) {
                matched.put(id, same.removeFirst());
            }
        });
        Set<Spot> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        taken.addAll(matched.values());
        foreign.removeIf(taken::contains);
    }
}

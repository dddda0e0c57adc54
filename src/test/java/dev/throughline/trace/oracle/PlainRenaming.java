package dev.throughline.trace.oracle;

import dev.throughline.conversation.Part;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The calls of an answer that came back under other ids: each is the first one left with the same input; the rest are
/// those in the same order, if as many are left.
/// @param parts of the messages that carry the answer
record PlainRenaming(TracedExchange answer, List<Part> parts) {

    /// The places of the calls' parts, by the ids that they were issued with.
    Map<String, Integer> byId() {
        Map<String, String> gone = new LinkedHashMap<>();
        for (PlantedItem item : answer.items()) {
            String id = item.callId().orElse("");
            if (item.category() == Category.TOOL_IN && item.token().isEmpty() && !isThere(id)) {
                gone.put(id, item.value());
            }
        }
        List<Integer> left = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Part.ToolCall call && !isIssued(call.id())) {
                left.add(i);
            }
        }
        Map<String, Integer> found = new LinkedHashMap<>();
        for (Map.Entry<String, String> one : gone.entrySet()) {
            left.stream()
                    .filter(place -> isSame(one.getValue(), place))
                    .findFirst()
                    .ifPresent(place -> {
                        found.put(one.getKey(), place);
                        left.remove(place);
                    });
        }
        gone.keySet().removeAll(found.keySet());
        if (gone.size() == left.size()) {
            gone.keySet().forEach(id -> found.put(id, left.removeFirst()));
        }
        return found;
    }

    private boolean isThere(String id) {
        return parts.stream()
                .anyMatch(
                        part -> part instanceof Part.ToolCall call && call.id().equals(id));
    }

    private boolean isIssued(String id) {
        return answer.items().stream()
                .anyMatch(item ->
                        item.category() == Category.TOOL_ID && item.value().equals(id));
    }

    private boolean isSame(String input, int place) {
        String found = ((Part.ToolCall) parts.get(place)).arguments();
        return PlainTexts.areSameInput(input, found);
    }
}

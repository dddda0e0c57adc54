package dev.throughline.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects the items of an answer without trace tokens and numbers them.
final class NumberedItems {
    private final List<PlantedItem> items = new ArrayList<>();

    void thought(String value, int block, String field, Optional<String> signature) {
        add(Category.THINK, "", value, block, field, Optional.empty(), signature);
    }

    void visibleText(String value, int block) {
        add(Category.CONTENT, "", value, block, "", Optional.empty(), Optional.empty());
    }

    void call(CollectedBlock.Call call, int block) {
        Optional<String> id = Optional.of(call.id());
        add(Category.TOOL_ID, call.id(), call.id(), block, "", id, Optional.empty());
        if (!call.arguments().isCut()) {
            add(Category.TOOL_IN, "", call.json(), block, "", id, Optional.empty());
        }
    }

    List<PlantedItem> list() {
        return List.copyOf(items);
    }

    private void add(
            Category category,
            String token,
            String value,
            int block,
            String field,
            Optional<String> callId,
            Optional<String> signature) {
        items.add(new PlantedItem(items.size(), category, token, value, block, field, callId, signature));
    }
}

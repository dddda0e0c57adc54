package dev.throughline.stub;

import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects planted items and numbers them.
final class PlantedItemList {
    private final List<PlantedItem> items = new ArrayList<>();

    void text(Category category, String token, String value, int block, String field, Optional<String> signature) {
        items.add(new PlantedItem(items.size(), category, token, value, block, field, Optional.empty(), signature));
    }

    void call(ScriptBlock.Call call, int block) {
        add(Category.TOOL_ID, call.id(), call.id(), block, call);
        add(Category.TOOL_IN, call.inputToken(), call.arguments(), block, call);
        if (!call.outputToken().isEmpty()) {
            add(Category.TOOL_OUT, call.outputToken(), call.outputToken(), block, call);
        }
    }

    List<PlantedItem> list() {
        return List.copyOf(items);
    }

    private void add(Category category, String token, String value, int block, ScriptBlock.Call call) {
        items.add(new PlantedItem(
                items.size(), category, token, value, block, "", Optional.of(call.id()), Optional.empty()));
    }
}

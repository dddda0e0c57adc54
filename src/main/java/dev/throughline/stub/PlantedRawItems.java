package dev.throughline.stub;

import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The planted items of an answer in raw markup, which cannot carry the ids of calls and signatures, so
/// that these cannot be returned.
final class PlantedRawItems {
    private PlantedRawItems() {}

    /// @param items the planted items of the same answer in the dialect's own form
    static List<PlantedItem> of(List<PlantedItem> items) {
        List<PlantedItem> raw = new ArrayList<>();
        for (PlantedItem item : items) {
            if (item.category() != Category.TOOL_ID) {
                raw.add(new PlantedItem(
                        raw.size(),
                        item.category(),
                        item.token(),
                        item.value(),
                        item.block(),
                        item.field(),
                        item.callId(),
                        Optional.empty()));
            }
        }
        return List.copyOf(raw);
    }
}

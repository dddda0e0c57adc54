package dev.throughline.trace.answer;

import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningFields;
import java.util.List;
import java.util.Optional;

/// The items of an answer in a dialect with separate blocks (Anthropic, Responses).
final class BlockItemCollector {
    private BlockItemCollector() {}

    /// @param dropsBlankText whether text that consists of white space only is omitted on the wire
    static List<PlantedItem> items(List<CollectedBlock> pieces, String field, boolean dropsBlankText) {
        var items = new NumberedItems();
        int block = 0;
        for (CollectedBlock collectedBlock : pieces) {
            switch (collectedBlock) {
                case CollectedBlock.Thought thought -> thought(thought, block++, field, items);
                case CollectedBlock.Unreadable(String data) ->
                    items.thought(data, block++, ReasoningFields.REDACTED, Optional.empty());
                case CollectedBlock.VisibleText(BoundedText text) -> {
                    boolean isBlank = text.isBlank() && !text.isCut();
                    if (!isBlank && !text.isCut()) {
                        items.visibleText(text.toString(), block);
                    }
                    block += isBlank && dropsBlankText ? 0 : 1;
                }
                case CollectedBlock.Call call -> items.call(call, block++);
            }
        }
        return items.list();
    }

    private static void thought(CollectedBlock.Thought thought, int block, String field, NumberedItems items) {
        boolean isEmpty = thought.text().isBlank() && thought.signature().isEmpty();
        if (!isEmpty && !thought.text().isCut()) {
            Optional<String> signature =
                    Optional.of(thought.signature().toString()).filter(proof -> !proof.isEmpty());
            items.thought(thought.text().toString(), block, field, signature);
        }
    }
}

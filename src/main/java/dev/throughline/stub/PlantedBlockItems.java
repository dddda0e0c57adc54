package dev.throughline.stub;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import java.util.List;
import java.util.Optional;

/// The planted items of an answer in a dialect with separate blocks.
final class PlantedBlockItems {
    private PlantedBlockItems() {}

    static List<PlantedItem> of(List<ScriptBlock> blocks, Dialect dialect) {
        String field = dialect == Dialect.ANTHROPIC ? "thinking" : "reasoning";
        var items = new PlantedItemList();
        for (int i = 0; i < blocks.size(); i++) {
            switch (blocks.get(i)) {
                case ScriptBlock.Reasoning(String token, String text, String signature) ->
                    items.text(Category.THINK, token, text, i, field, Optional.of(signature));
                case ScriptBlock.Redacted(String data) ->
                    items.text(Category.THINK, "", data, i, "redacted_thinking", Optional.empty());
                case ScriptBlock.Text(String token, String text)
                when !token.isEmpty() -> items.text(Category.CONTENT, token, text, i, "", Optional.empty());
                case ScriptBlock.Call call -> items.call(call, i);
                case ScriptBlock.Text _ -> {}
            }
        }
        return items.list();
    }
}

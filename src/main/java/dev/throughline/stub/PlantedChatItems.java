package dev.throughline.stub;

import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.wire.ReasoningField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The planted items of an OpenAI chat answer, whose wire format has one reasoning text and one content,
/// whatever the blocks were.
final class PlantedChatItems {
    private static final int THINK_BLOCK = 0;
    private static final int CONTENT_BLOCK = 1;
    private static final int FIRST_CALL_BLOCK = 2;

    private PlantedChatItems() {}

    static List<PlantedItem> of(List<ScriptBlock> blocks, ReasoningField field) {
        var reasoning = new Joined();
        var content = new Joined();
        List<ScriptBlock.Call> calls = new ArrayList<>();
        String signature = "";
        for (ScriptBlock scriptBlock : blocks) {
            switch (scriptBlock) {
                case ScriptBlock.Reasoning(String token, String text, String proof) -> {
                    reasoning.add(token, text);
                    signature = proof;
                }
                case ScriptBlock.Text(String token, String text) when !token.isEmpty() -> content.add(token, text);
                case ScriptBlock.Call call -> calls.add(call);
                case ScriptBlock.Text _, ScriptBlock.Redacted _ -> {}
            }
        }
        var items = new PlantedItemList();
        Optional<String> proof = field == ReasoningField.REASONING_DETAILS && reasoning.count == 1
                ? Optional.of(signature)
                : Optional.empty();
        reasoning.plant(items, Category.THINK, THINK_BLOCK, field.id(), proof);
        content.plant(items, Category.CONTENT, CONTENT_BLOCK, "", Optional.empty());
        for (int i = 0; i < calls.size(); i++) {
            items.call(calls.get(i), FIRST_CALL_BLOCK + i);
        }
        return items.list();
    }

    /// Several texts that are joined on the wire.
    private static final class Joined {
        private final StringBuilder text = new StringBuilder();
        private String token = "";
        private int count;

        void add(String more, String said) {
            token = token.isEmpty() ? more : token;
            text.append(said);
            count++;
        }

        void plant(PlantedItemList items, Category category, int block, String field, Optional<String> signature) {
            if (count > 0) {
                items.text(category, token, text.toString(), block, field, signature);
            }
        }
    }
}

package dev.throughline.stub;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.wire.ReasoningField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Collects the planted items of an answer and numbers them.
final class PlantedItems {
    private static final int THINK_BLOCK = 0;
    private static final int CONTENT_BLOCK = 1;
    private static final int FIRST_CALL_BLOCK = 2;

    private final List<PlantedItem> items = new ArrayList<>();

    private PlantedItems() {}

    /// The items in the terms of a dialect.
    static List<PlantedItem> of(List<ScriptBlock> blocks, Dialect dialect, ReasoningField field) {
        var planted = new PlantedItems();
        switch (dialect) {
            case OPENAI_CHAT -> planted.joined(blocks, field);
            case ANTHROPIC -> planted.separate(blocks, "thinking");
            case RESPONSES -> planted.separate(blocks, "reasoning");
        }
        return List.copyOf(planted.items);
    }

    /// A dialect with separate blocks.
    private void separate(List<ScriptBlock> blocks, String field) {
        for (int i = 0; i < blocks.size(); i++) {
            switch (blocks.get(i)) {
                case ScriptBlock.Reasoning(String token, String text, String signature) ->
                    text(
                            Category.THINK,
                            token,
                            text,
                            i,
                            field,
                            Optional.of(signature).filter(proof -> !proof.isEmpty()));
                case ScriptBlock.Redacted(String data) ->
                    text(Category.THINK, "", data, i, "redacted_thinking", Optional.empty());
                case ScriptBlock.Text(String token, String text)
                when !token.isEmpty() -> text(Category.CONTENT, token, text, i, "", Optional.empty());
                case ScriptBlock.Call call -> call(call, i);
                case ScriptBlock.Text _ -> {}
            }
        }
    }

    /// OpenAI chat, whose wire format has one reasoning text and one content, whatever the blocks were.
    private void joined(List<ScriptBlock> blocks, ReasoningField field) {
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
        Optional<String> proof = field == ReasoningField.REASONING_DETAILS && reasoning.count == 1
                ? Optional.of(signature)
                : Optional.empty();
        reasoning.plant(this, Category.THINK, THINK_BLOCK, field.id(), proof);
        content.plant(this, Category.CONTENT, CONTENT_BLOCK, "", Optional.empty());
        for (int i = 0; i < calls.size(); i++) {
            call(calls.get(i), FIRST_CALL_BLOCK + i);
        }
    }

    private void text(
            Category category, String token, String value, int block, String field, Optional<String> signature) {
        items.add(new PlantedItem(items.size(), category, token, value, block, field, Optional.empty(), signature));
    }

    private void call(ScriptBlock.Call call, int block) {
        add(Category.TOOL_ID, call.id(), call.id(), block, call);
        add(Category.TOOL_IN, call.inputToken(), call.arguments(), block, call);
        if (!call.outputToken().isEmpty()) {
            add(Category.TOOL_OUT, call.outputToken(), call.outputToken(), block, call);
        }
    }

    private void add(Category category, String token, String value, int block, ScriptBlock.Call call) {
        items.add(new PlantedItem(
                items.size(), category, token, value, block, "", Optional.of(call.id()), Optional.empty()));
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

        void plant(PlantedItems items, Category category, int block, String field, Optional<String> signature) {
            if (count > 0) {
                items.text(category, token, text.toString(), block, field, signature);
            }
        }
    }
}

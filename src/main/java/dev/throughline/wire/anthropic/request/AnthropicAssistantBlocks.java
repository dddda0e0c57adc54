package dev.throughline.wire.anthropic.request;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.List;

/// The blocks of one assistant turn, in the order of its parts.
final class AnthropicAssistantBlocks {
    private final ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
    private final List<String> calls = new ArrayList<>();

    void add(Message message, boolean keepsThinking) {
        for (Part part : AnthropicReasoningDeduplicator.once(message.parts())) {
            switch (part) {
                case Part.Reasoning reasoning when keepsThinking -> thinking(reasoning);
                case Part.RedactedReasoning(String _, String data)
                when keepsThinking -> blocks.add(AnthropicBlockFactory.redacted(data));
                case Part.Text(String _, String text) -> text(text);
                case Part.ToolCall call -> {
                    blocks.add(AnthropicBlockFactory.call(call));
                    calls.add(call.id());
                }
                case Part.Reasoning _,
                        Part.RedactedReasoning _,
                        Part.ToolResult _,
                        Part.Reference _,
                        Part.Image _,
                        Part.Other _ -> {}
            }
        }
    }

    void addAll(AnthropicAssistantBlocks more) {
        blocks.addAll(more.blocks);
        calls.addAll(more.calls);
    }

    boolean isEmpty() {
        return blocks.isEmpty();
    }

    ArrayNode blocks() {
        return blocks;
    }

    List<String> calls() {
        return calls;
    }

    private void thinking(Part.Reasoning reasoning) {
        String signature = reasoning.signature().orElse("");
        if (!reasoning.text().isEmpty() || !signature.isEmpty()) {
            blocks.add(AnthropicBlockFactory.thinking(reasoning.text(), signature));
        }
    }

    private void text(String text) {
        if (!text.isBlank()) {
            blocks.add(AnthropicBlockFactory.text(text));
        }
    }
}

package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.wire.PdfFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The blocks of one user turn: results first, in the order of their calls (results of other calls after
/// them), then texts and images. An image after a result belongs to that result.
final class AnthropicUserBlocks {
    private final List<Result> results = new ArrayList<>();
    private final List<ObjectNode> content = new ArrayList<>();
    /// Whether the last part of the message was a result or an image of one.
    private boolean isInResult;

    private record Result(Part.ToolResult part, List<ObjectNode> images) {}

    void add(Message message) {
        isInResult = false;
        message.parts().forEach(this::add);
    }

    private void add(Part part) {
        switch (part) {
            case Part.ToolResult result -> {
                results.add(new Result(result.unmarked(), new ArrayList<>()));
                isInResult = true;
            }
            case Part.Image image
            when isInResult -> results.getLast().images().add(AnthropicBlockFactory.image(image.source()));
            case Part.Image image -> content.add(AnthropicBlockFactory.image(image.source()));
            case Part.Text(String _, String text) -> {
                isInResult = false;
                if (!text.isBlank()) {
                    content.add(AnthropicBlockFactory.text(text));
                }
            }
            case Part.Other(String _, var value) ->
                PdfFile.of(value)
                        .map(AnthropicBlockFactory::document)
                        .ifPresent(pdf -> (isInResult ? results.getLast().images() : content).add(pdf));
            case Part.Reasoning _, Part.RedactedReasoning _, Part.ToolCall _, Part.Reference _ -> {}
        }
    }

    boolean isEmpty() {
        return results.isEmpty() && content.isEmpty();
    }

    /// @param calls ids of the previous assistant turn's calls, in order
    ArrayNode blocks(List<String> calls) {
        ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
        results.stream()
                .sorted(Comparator.comparingInt(result -> place(result, calls)))
                .map(AnthropicUserBlocks::block)
                .forEach(blocks::add);
        return blocks.addAll(content);
    }

    private static int place(Result result, List<String> calls) {
        int place = calls.indexOf(result.part().callId());
        return place < 0 ? calls.size() : place;
    }

    private static ObjectNode block(Result result) {
        Part.ToolResult part = result.part();
        ObjectNode block = JsonNodeFactory.instance.objectNode();
        block.put("type", "tool_result").put("tool_use_id", part.callId());
        if (result.images().isEmpty()) {
            block.put("content", part.text());
        } else {
            ArrayNode content = block.putArray("content");
            if (!part.text().isBlank()) {
                content.add(AnthropicBlockFactory.text(part.text()));
            }
            content.addAll(result.images());
        }
        return part.isError() ? block.put("is_error", true) : block;
    }
}

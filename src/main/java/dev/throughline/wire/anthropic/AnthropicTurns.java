package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.PdfFile;
import dev.throughline.wire.PlacedReasoning;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Converts the messages of another dialect to alternating turns: adjacent messages of users and tools form
/// one user message, adjacent assistant messages one assistant message. System texts before the first turn
/// become the system prompt; later ones become user content at their position. Blank texts and turns
/// without a block are dropped, since the dialect does not allow them.
final class AnthropicTurns {
    private final Conversation request;
    private final Adaptation adaptation;
    private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    private final List<String> system = new ArrayList<>();
    /// The current assistant turn, and the user and tool content since.
    private AnthropicAssistantBlocks assistant = new AnthropicAssistantBlocks(false);

    private AnthropicUserBlocks user = new AnthropicUserBlocks();

    AnthropicTurns(Conversation request, Adaptation adaptation) {
        this.request = request;
        this.adaptation = adaptation;
    }

    void add(Message message) {
        switch (message.role()) {
            case SYSTEM -> system(message);
            case USER, TOOL -> user.add(message);
            case ASSISTANT -> assistant(message);
        }
    }

    /// One text as a string, several as blocks.
    Optional<JsonNode> system() {
        if (system.isEmpty()) {
            return Optional.empty();
        }
        if (system.size() == 1) {
            return Optional.of(TextNode.valueOf(system.getFirst()));
        }
        ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
        system.forEach(text -> blocks.add(AnthropicBlockFactory.text(text)));
        return Optional.of(blocks);
    }

    ArrayNode messages() {
        end();
        return messages;
    }

    private void system(Message message) {
        if (!messages.isEmpty() || !user.isEmpty() || !assistant.isEmpty()) {
            user.add(message);
            return;
        }
        for (Part part : message.parts()) {
            if (part instanceof Part.Text(String _, String text) && !text.isBlank()) {
                system.add(text);
            }
        }
    }

    private void assistant(Message message) {
        var more = new AnthropicAssistantBlocks(adaptation.ownThoughts());
        boolean keepsThinking = adaptation.history() != HistoryField.NONE;
        List<PlacedReasoning.Piece> pieces = PlacedReasoning.of(request, message, adaptation);
        if (pieces.isEmpty()) {
            more.add(message, keepsThinking && !adaptation.ownThoughts());
        } else {
            more.add(pieces, keepsThinking);
        }
        if (more.isEmpty()) {
            return;
        }
        if (!user.isEmpty()) {
            end();
        }
        assistant.addAll(more);
    }

    private void end() {
        if (!assistant.isEmpty()) {
            turn("assistant", assistant.blocks());
        }
        if (!user.isEmpty()) {
            turn("user", user.blocks(assistant.calls()));
        }
        assistant = new AnthropicAssistantBlocks(false);
        user = new AnthropicUserBlocks();
    }

    private void turn(String role, ArrayNode blocks) {
        ObjectNode message = messages.addObject().put("role", role);
        JsonNode only = blocks.path(0);
        boolean isText = blocks.size() == 1 && only.path("type").asText().equals("text");
        message.set("content", isText ? only.path("text") : blocks);
    }

    /// The blocks of one user turn: results first, in the order of their calls (results of other calls after
    /// them), then texts and images. An image after a result belongs to that result.
    private static final class AnthropicUserBlocks {
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
}

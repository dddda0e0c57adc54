package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.wire.PlacedReasoning;
import dev.throughline.wire.ReasoningDeduplicator;
import dev.throughline.wire.ReasoningFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The blocks of one assistant turn, in the order of its parts.
final class AnthropicAssistantBlocks {
    private static final String ENCRYPTED = "encrypted_content";

    private final ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
    private final List<String> calls = new ArrayList<>();
    private final boolean isOwnOnly;

    /// @param isOwnOnly whether a thought without a proof of the backend's own is left out
    AnthropicAssistantBlocks(boolean isOwnOnly) {
        this.isOwnOnly = isOwnOnly;
    }

    void add(Message message, boolean keepsThinking) {
        for (Part part : ReasoningDeduplicator.once(message.parts(), AnthropicAssistantBlocks::joined)) {
            switch (part) {
                case Part.Reasoning reasoning
                when keepsThinking ->
                    thinking(reasoning.text(), reasoning.signature().orElse(""));
                case Part.RedactedReasoning(String _, String data)
                when keepsThinking -> blocks.add(AnthropicBlockFactory.redacted(data));
                case Part.Reasoning _, Part.RedactedReasoning _ -> {}
                case Part.Text _, Part.ToolCall _, Part.ToolResult _, Part.Reference _, Part.Image _, Part.Other _ ->
                    content(part);
            }
        }
    }

    /// An answer with its reasoning as details.
    void add(List<PlacedReasoning.Piece> pieces, boolean keepsThinking) {
        for (PlacedReasoning.Piece piece : pieces) {
            switch (piece) {
                case PlacedReasoning.Piece.Content(Part part) -> content(part);
                case PlacedReasoning.Piece.Detail detail -> {
                    if (keepsThinking) {
                        detail(detail);
                    }
                }
            }
        }
    }

    private void content(Part part) {
        switch (part) {
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

    /// Keeps only the text of another provider's detail.
    private void detail(PlacedReasoning.Piece.Detail detail) {
        String format = detail.text("format");
        boolean isOwn = isOwnOnly ? ReasoningFormat.ANTHROPIC.isOf(format) : ReasoningFormat.ANTHROPIC.mayHave(format);
        switch (detail.text("type")) {
            case "reasoning.encrypted" -> {
                if (isOwn) {
                    blocks.add(AnthropicBlockFactory.redacted(detail.text("data")));
                }
            }
            case "reasoning.summary" -> thinking(detail.text("summary"), isOwn ? detail.text("signature") : "");
            default -> thinking(detail.text("text"), isOwn ? detail.text("signature") : "");
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

    /// The first spelling that is not empty gives the text, `encrypted_content` the signature; without a text it is a
    /// block that only the provider reads.
    private static Optional<Part> joined(List<Part.Reasoning> spellings) {
        Part.Reasoning first = spellings.getFirst();
        String text = "";
        String proof = "";
        boolean isEncrypted = false;
        for (Part.Reasoning part : spellings) {
            if (part.field().equals(ENCRYPTED)) {
                isEncrypted = true;
                proof = part.text();
            } else {
                text = text.isEmpty() ? part.text() : text;
                proof = proof.isEmpty() ? part.signature().orElse("") : proof;
            }
        }
        boolean isSealed = text.isEmpty() && !proof.isEmpty() && isEncrypted;
        return Optional.of(
                isSealed
                        ? new Part.RedactedReasoning(first.path(), proof)
                        : new Part.Reasoning(first.path(), first.field(), text, Optional.of(proof)));
    }

    private void thinking(String text, String signature) {
        if (!signature.isEmpty() || !text.isEmpty() && !isOwnOnly) {
            blocks.add(AnthropicBlockFactory.thinking(text, signature));
        }
    }

    private void text(String text) {
        if (!text.isBlank()) {
            blocks.add(AnthropicBlockFactory.text(text));
        }
    }
}

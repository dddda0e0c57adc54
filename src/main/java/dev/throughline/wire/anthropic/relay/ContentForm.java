package dev.throughline.wire.anthropic.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.ElementRewrite;
import dev.throughline.wire.ElementRewrite.Kind;
import dev.throughline.wire.Piece;
import dev.throughline.wire.anthropic.answer.CallInput;
import dev.throughline.wire.anthropic.request.Blocks;
import java.util.Optional;

/// The content blocks of a message that came in one body.
final class ContentForm implements ElementRewrite.Form {

    @Override
    public Kind kind(JsonNode element) {
        return switch (element.path("type").asText("")) {
            case "text" -> said(element).isEmpty() ? Kind.SILENT : Kind.TEXT;
            case "thinking" -> {
                boolean isEmpty = said(element).isEmpty()
                        && element.path("signature").asText("").isEmpty();
                yield isEmpty ? Kind.SILENT : Kind.REASONING;
            }
            case "redacted_thinking" -> Kind.SEALED;
            case "tool_use" -> Kind.CALL;
            default -> Kind.SILENT;
        };
    }

    @Override
    public String said(JsonNode element) {
        return element.path(field(element)).asText("");
    }

    private static String field(JsonNode element) {
        return switch (element.path("type").asText("")) {
            case "text" -> "text";
            case "thinking" -> "thinking";
            case "redacted_thinking" -> "data";
            default -> "id";
        };
    }

    @Override
    public JsonNode changed(ObjectNode element, String text) {
        return element.deepCopy().put(field(element), text);
    }

    /// A text of white space only is no block.
    @Override
    public Optional<JsonNode> made(Piece piece) {
        return switch (piece.kind()) {
            case TEXT, SILENT ->
                Optional.of(piece.said()).filter(text -> !text.isBlank()).map(Blocks::text);
            case REASONING -> Optional.of(Blocks.thinking(piece.said(), piece.signature()));
            case SEALED -> Optional.of(Blocks.redacted(piece.said()));
            case CALL -> Optional.of(Blocks.call(piece.said(), piece.name(), CallInput.object(piece.arguments())));
        };
    }
}

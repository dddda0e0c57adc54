package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.ElementRewrite;
import dev.throughline.wire.ElementRewrite.Kind;
import dev.throughline.wire.JsonBody;
import dev.throughline.wire.Piece;
import dev.throughline.wire.responses.answer.Item;
import dev.throughline.wire.responses.answer.ItemJson;
import dev.throughline.wire.responses.answer.ItemStatus;
import dev.throughline.wire.responses.answer.ItemText;
import dev.throughline.wire.responses.answer.PartTexts;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.Optional;

/// The output items of an answer that came in one body.
final class OutputForm implements ElementRewrite.Form {
    private final String key;
    private final ItemStatus last;
    private int count;

    /// @param key names the items that are made
    /// @param last how an item stands that is made last
    OutputForm(String key, ItemStatus last) {
        this.key = key;
        this.last = last;
    }

    @Override
    public Kind kind(JsonNode element) {
        return switch (element.path("type").asText("")) {
            case "message" -> said(element).isEmpty() ? Kind.SILENT : Kind.TEXT;
            case "reasoning" -> reasoning(element);
            case "function_call", "custom_tool_call" -> Kind.CALL;
            default -> Kind.SILENT;
        };
    }

    private static Kind reasoning(JsonNode element) {
        if (!text(element).isEmpty()) {
            return Kind.REASONING;
        }
        return element.path("encrypted_content").asText("").isEmpty() ? Kind.SILENT : Kind.SEALED;
    }

    private static String text(JsonNode element) {
        String content = PartTexts.joined(element.path("content"));
        return content.isEmpty() ? PartTexts.joined(element.path("summary")) : content;
    }

    @Override
    public String said(JsonNode element) {
        return switch (element.path("type").asText("")) {
            case "message" -> PartTexts.joined(element.path("content"));
            case "reasoning" -> {
                String text = text(element);
                yield text.isEmpty() ? element.path("encrypted_content").asText("") : text;
            }
            default -> {
                String id = element.path("call_id").asText("");
                yield id.isEmpty() ? element.path("id").asText("") : id;
            }
        };
    }

    @Override
    public JsonNode changed(ObjectNode element, String text) {
        ObjectNode copy = element.deepCopy();
        fill(copy, "content", text);
        if (element.path("type").asText("").equals("reasoning")) {
            fill(copy, "summary", text);
        }
        return copy;
    }

    /// The text goes into the first part that has one; parts that have none stay.
    private static void fill(ObjectNode item, String field, String text) {
        JsonNode parts = item.path(field);
        if (parts.isTextual()) {
            item.put(field, text);
        }
        String rest = text;
        if (parts instanceof ArrayNode array) {
            for (JsonNode part : array) {
                String name = part.path("refusal").isTextual() ? "refusal" : "text";
                if (part instanceof ObjectNode object && object.path(name).isTextual()) {
                    object.put(name, rest);
                    rest = "";
                }
            }
        }
    }

    @Override
    public Optional<JsonNode> made(Piece piece) {
        Item item = item(piece);
        var out = new FrameBuffer();
        ItemJson.whole(item, last, out);
        return JsonBody.object(out.take()).map(made -> made);
    }

    private Item item(Piece piece) {
        int number = count++;
        ItemText text = ItemText.kept(piece.said());
        return switch (piece.kind()) {
            case TEXT, SILENT -> new Item.Visible(id("msg_", number), number, text);
            case REASONING -> new Item.Reasoning(id("rs_", number), number, text, ItemText.kept(piece.signature()));
            case SEALED -> new Item.Sealed(id("rs_", number), number, ItemText.kept(""), text);
            case CALL ->
                new Item.Call(id("fc_", number), number, ItemText.kept(piece.arguments()), piece.said(), piece.name());
        };
    }

    private String id(String prefix, int number) {
        return prefix + key + "_x" + number;
    }
}

package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.AnswerElement;
import dev.throughline.wire.ElementRewrite;
import dev.throughline.wire.ElementRewrite.Kind;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.responses.answer.ResponsesItemJson;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesItemText;
import dev.throughline.wire.responses.answer.ResponsesOutputItem;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.Optional;

/// The output items of an answer that came in one body.
final class ResponsesOutputForm implements ElementRewrite.Form {
    private final String key;
    private final ResponsesItemStatus last;
    private int count;

    /// @param key names the items that are made
    /// @param last how an item stands that is made last
    ResponsesOutputForm(String key, ResponsesItemStatus last) {
        this.key = key;
        this.last = last;
    }

    @Override
    public Kind kind(JsonNode element) {
        return switch (element.path("type").asText("")) {
            case "message" -> content(element).isEmpty() ? Kind.SILENT : Kind.TEXT;
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
        String content = ResponsesPartTexts.joined(element.path("content"));
        return content.isEmpty() ? ResponsesPartTexts.joined(element.path("summary")) : content;
    }

    @Override
    public String content(JsonNode element) {
        return switch (element.path("type").asText("")) {
            case "message" -> ResponsesPartTexts.joined(element.path("content"));
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
                String name = ResponsesPartTexts.field(part);
                if (part instanceof ObjectNode object && object.path(name).isTextual()) {
                    object.put(name, rest);
                    rest = "";
                }
            }
        }
    }

    @Override
    public Optional<JsonNode> made(AnswerElement answerElement) {
        ResponsesOutputItem responsesOutputItem = item(answerElement);
        var out = new FrameBuffer();
        ResponsesItemJson.whole(responsesOutputItem, last, out);
        return StrictJson.object(out.take()).map(made -> made);
    }

    private ResponsesOutputItem item(AnswerElement answerElement) {
        int number = count++;
        ResponsesItemText text = ResponsesItemText.kept(answerElement.content());
        return switch (answerElement.kind()) {
            case TEXT, SILENT -> new ResponsesOutputItem.Visible(id("msg_", number), number, text);
            case REASONING ->
                new ResponsesOutputItem.Reasoning(
                        id("rs_", number), number, text, ResponsesItemText.kept(answerElement.signature()));
            case SEALED -> new ResponsesOutputItem.Sealed(id("rs_", number), number, ResponsesItemText.kept(""), text);
            case CALL ->
                new ResponsesOutputItem.Call(
                        id("fc_", number),
                        number,
                        ResponsesItemText.kept(answerElement.arguments()),
                        answerElement.content(),
                        answerElement.name());
        };
    }

    private String id(String prefix, int number) {
        return prefix + key + "_x" + number;
    }
}

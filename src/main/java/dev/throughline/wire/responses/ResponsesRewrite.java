package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.AnswerElement;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.ElementRewrite;
import dev.throughline.wire.ElementRewrite.Kind;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Writes a whole response again after filters changed what it says; all its other fields, and items of which the same
/// passed, stay.
final class ResponsesRewrite implements ElementRewrite.Form {
    private final ResponsesOutput made;

    private ResponsesRewrite(ObjectNode body) {
        made = ResponsesOutput.unwatched(ResponsesRelayEnd.key(body), ClientTools.NONE);
    }

    public static byte[] of(ObjectNode body, List<StreamEvent> passed) {
        ObjectNode copy = body.deepCopy();
        String status = copy.path("status").asText("completed");
        if (passed.getLast() instanceof Finish finish && !status.equals(ResponsesBodyWriter.status(finish.reason()))) {
            ResponsesRelayEnd.putStatus(copy, finish.reason());
        }
        if (copy.path("output") instanceof ArrayNode received) {
            var form = new ResponsesRewrite(body);
            ArrayNode output = ElementRewrite.of(received, passed, form);
            copy.set("output", output);
            if (copy.path("output_text").isTextual()) {
                var text = new StringBuilder();
                output.forEach(item -> text.append(form.kind(item) == Kind.TEXT ? form.content(item) : ""));
                copy.put("output_text", text.toString());
            }
        }
        return StrictJson.write(copy);
    }

    @Override
    public Kind kind(JsonNode element) {
        return switch (element.path("type").asText("")) {
            case "message" -> content(element).isEmpty() ? Kind.SILENT : Kind.TEXT;
            case "reasoning" ->
                content(element).isEmpty() ? Kind.SILENT : text(element).isEmpty() ? Kind.SEALED : Kind.REASONING;
            case "function_call", "custom_tool_call" -> Kind.CALL;
            default -> Kind.SILENT;
        };
    }

    @Override
    public String content(JsonNode element) {
        return switch (element.path("type").asText("")) {
            case "message" -> text(element);
            case "reasoning" ->
                first(text(element), element.path("encrypted_content").asText(""));
            default ->
                first(element.path("call_id").asText(""), element.path("id").asText(""));
        };
    }

    private static String text(JsonNode element) {
        return first(
                ResponsesPartTexts.joined(element.path("content")), ResponsesPartTexts.joined(element.path("summary")));
    }

    private static String first(String text, String other) {
        return text.isEmpty() ? other : text;
    }

    /// The text goes into the first part that has one.
    @Override
    public JsonNode changed(ObjectNode element, String text) {
        ObjectNode copy = element.deepCopy();
        for (String field : List.of("content", "summary")) {
            if (copy.path(field).isTextual()) {
                copy.put(field, text);
            } else if (copy.path(field).isArray()) {
                Stream<JsonNode> texts = Stream.of(TextNode.valueOf(text));
                copy.set(field, ResponsesPartTexts.replaced(copy.path(field), texts.iterator()));
            }
        }
        return copy;
    }

    @Override
    public Optional<JsonNode> made(AnswerElement answerElement) {
        answerElement.events().forEach(made::on);
        made.close(ResponsesItemStatus.COMPLETED);
        var out = new FrameBuffer();
        ResponsesItemJson.whole(made.items().getLast(), ResponsesItemStatus.COMPLETED, out);
        return StrictJson.object(out.take()).map(item -> item);
    }
}

package dev.throughline.wire.chat.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.Part;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.List;
import java.util.Optional;

/// Decodes the fields in which chat clients return reasoning. A field that is present but empty is kept,
/// since it distinguishes clients that have the field from those that do not.
final class ChatReasoningReader {
    private static final List<String> FIELDS = List.of("reasoning_content", "reasoning", "reasoning_text");
    private static final String DETAILS = "reasoning_details";

    private ChatReasoningReader() {}

    static void decode(FieldReader holder, List<Part> parts) throws WireException {
        for (String field : FIELDS) {
            JsonNode value = holder.object().path(field);
            if (value.isTextual()) {
                parts.add(new Part.Reasoning(holder.at(field), field, value.textValue(), Optional.empty()));
            }
        }
        Optional<ArrayNode> details =
                holder.object().path(DETAILS).isArray() ? holder.optionalArray(DETAILS) : Optional.empty();
        for (int i = 0; details.isPresent() && i < details.get().size(); i++) {
            detail(FieldReader.of(details.get().get(i), holder.at(DETAILS) + "/" + i), parts);
        }
    }

    private static void detail(FieldReader detail, List<Part> parts) throws WireException {
        switch (detail.optionalString("type").orElse("reasoning.text")) {
            case "reasoning.encrypted" ->
                parts.add(new Part.RedactedReasoning(
                        detail.at("data"), detail.optionalString("data").orElse("")));
            case "reasoning.summary" -> text(detail, "summary", parts);
            default -> text(detail, "text", parts);
        }
    }

    private static void text(FieldReader detail, String field, List<Part> parts) throws WireException {
        Optional<String> signature = detail.optionalString("signature").filter(text -> !text.isEmpty());
        parts.add(new Part.Reasoning(
                detail.at(field), DETAILS, detail.optionalString(field).orElse(""), signature));
    }
}

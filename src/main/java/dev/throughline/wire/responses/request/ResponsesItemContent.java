package dev.throughline.wire.responses.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Part;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decodes a required field that is a string or an array of content parts.
final class ResponsesItemContent {
    private ResponsesItemContent() {}

    static List<Part> decode(FieldReader item, String field) throws WireException {
        JsonNode content = item.object().path(field);
        if (content.isTextual()) {
            return List.of(new Part.Text(item.at(field), content.textValue()));
        }
        if (content.isMissingNode() || content.isNull()) {
            throw item.missing(field);
        }
        if (!(content instanceof ArrayNode array)) {
            throw FieldReader.wrong(item.at(field), "a string or an array of parts", content);
        }
        List<Part> parts = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            parts.add(part(FieldReader.of(array.get(i), item.at(field) + "/" + i)));
        }
        return parts;
    }

    private static Part part(FieldReader part) throws WireException {
        String type = part.string("type");
        return switch (type) {
            case "input_text", "output_text", "text" -> new Part.Text(part.at("text"), part.string("text"));
            case "refusal" -> new Part.Text(part.at("refusal"), part.string("refusal"));
            case "reasoning_text", "summary_text" ->
                new Part.Reasoning(part.at("text"), type, part.string("text"), Optional.empty());
            case "input_image" -> image(part);
            default -> new Part.Other(part.path(), part.object());
        };
    }

    /// An image by its URL; one that refers to a file of the provider (`file_id`) is kept as received.
    private static Part image(FieldReader part) throws WireException {
        Optional<String> url = part.optionalString("image_url");
        return url.isPresent()
                ? new Part.Image(part.path(), ImageSource.of(url.get()), part.object())
                : new Part.Other(part.path(), part.object());
    }
}

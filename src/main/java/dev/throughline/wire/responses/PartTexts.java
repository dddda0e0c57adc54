package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;

/// The texts of an array of parts, or of a string in its place.
final class PartTexts {
    private PartTexts() {}

    /// All texts and refusals, without a separator, as the requests that repeat them are read.
    static String joined(JsonNode parts) {
        if (parts.isTextual()) {
            return parts.textValue();
        }
        var text = new StringBuilder();
        for (JsonNode part : parts) {
            text.append(part.path("text").asText(""))
                    .append(part.path("refusal").asText(""));
        }
        return text.toString();
    }
}

package dev.throughline.pages.exchange;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import java.util.List;
import java.util.stream.Stream;

/// Finds in a request body the text that came back of an item.
final class ReturnedText {
    private static final List<String> FIELDS = List.of(
            "reasoning_content", "thinking", "reasoning", "text", "content", "arguments", "input", "output", "data");

    private final JsonNode body;

    /// @param body missing if retention removed it
    ReturnedText(JsonNode body) {
        this.body = body;
    }

    /// The text; empty if there is none.
    String of(PlantedItem item, Sighting seen) {
        if (seen.path().isEmpty() || seen.place() == Sighting.Place.NOWHERE) {
            return "";
        }
        JsonNode found = at(seen.path());
        if (found.isObject()) {
            return Stream.concat(Stream.of(seen.field(), item.field()), FIELDS.stream())
                    .filter(name -> !name.isEmpty())
                    .map(found::path)
                    .filter(node -> !node.isMissingNode() && !node.isNull())
                    .findFirst()
                    .map(ReturnedText::text)
                    .orElseGet(() -> text(found));
        }
        return text(found);
    }

    private JsonNode at(String path) {
        try {
            return body.at(JsonPointer.compile(path));
        } catch (IllegalArgumentException _) {
            return body.path(path);
        }
    }

    private static String text(JsonNode node) {
        if (node.isMissingNode()) {
            return "";
        }
        return node.isTextual() ? node.asText() : node.toString();
    }
}

package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A path of the rule book, such as `messages/*/content/*`: names and indices, `*` for every element or field, `-1` for
/// the last element. The empty path is the node itself.
record JsonPlaces(List<String> steps) {
    JsonPlaces {
        steps = List.copyOf(steps);
    }

    /// A value and where it is.
    /// @param pointer JSON pointer (RFC 6901)
    record Place(String pointer, JsonNode value) {}

    static JsonPlaces of(String path) {
        return new JsonPlaces(path.isEmpty() ? List.of() : List.of(path.split("/")));
    }

    /// The values at this path, in order; `null` counts as absent.
    /// @param pointer of the node
    List<Place> in(JsonNode node, String pointer) {
        List<Place> found = new ArrayList<>();
        collect(node, pointer, 0, found);
        return found;
    }

    private void collect(JsonNode node, String pointer, int at, List<Place> found) {
        if (at == steps.size()) {
            if (!node.isMissingNode() && !node.isNull()) {
                found.add(new Place(pointer, node));
            }
            return;
        }
        String step = steps.get(at);
        if (step.equals("*")) {
            all(node, pointer, at, found);
        } else if (node instanceof ArrayNode array) {
            int index = step.equals("-1") ? array.size() - 1 : index(step);
            if (index >= 0 && index < array.size()) {
                collect(array.get(index), pointer + "/" + index, at + 1, found);
            }
        } else if (node.has(step)) {
            collect(node.get(step), pointer + "/" + token(step), at + 1, found);
        }
    }

    private void all(JsonNode node, String pointer, int at, List<Place> found) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                collect(array.get(i), pointer + "/" + i, at + 1, found);
            }
        } else if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                collect(field.getValue(), pointer + "/" + token(field.getKey()), at + 1, found);
            }
        }
    }

    private static int index(String step) {
        return step.chars().allMatch(Character::isDigit) ? Integer.parseInt(step) : -1;
    }

    /// A name as one token of a pointer.
    static String token(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /// The last token of a pointer, as a name.
    static String name(String pointer) {
        return pointer.substring(pointer.lastIndexOf('/') + 1)
                .replace("~1", "/")
                .replace("~0", "~");
    }
}

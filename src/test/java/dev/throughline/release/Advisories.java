package dev.throughline.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Known weaknesses of libraries, as ranges of versions: `advisories.json`, with the day on which it was last compared
/// with what is published. What the program does not reach says why in `covered`.
final class Advisories {
    private final JsonNode known;

    Advisories() throws IOException {
        try (InputStream file = Advisories.class.getResourceAsStream("/release/advisories.json")) {
            known = new JsonMapper().readTree(file);
        }
    }

    JsonNode all() {
        return known.path("advisories");
    }

    /// One line for each part of a bill of materials whose version is inside a range that nothing covers.
    List<String> violations(JsonNode bom) {
        List<String> violations = new ArrayList<>();
        for (JsonNode component : bom.path("components")) {
            String part = component.path("group").asText()
                    + ':'
                    + component.path("name").asText();
            String version = component.path("version").asText();
            for (JsonNode advisory : all()) {
                if (part.equals(advisory.path("part").asText())
                        && compare(version, advisory.path("from").asText()) >= 0
                        && compare(version, advisory.path("before").asText()) < 0
                        && !advisory.has("covered")) {
                    violations.add("%s:%s has %s (%s); take %s or newer"
                            .formatted(
                                    part,
                                    version,
                                    advisory.path("id").asText(),
                                    advisory.path("says").asText(),
                                    advisory.path("before").asText()));
                }
            }
        }
        return violations;
    }

    /// Compares the numbers of two versions; a word as `Final` ends them.
    static int compare(String one, String other) {
        return Arrays.compare(numbers(one), numbers(other));
    }

    private static int[] numbers(String version) {
        int[] numbers = Arrays.stream(version.split("[.-]"))
                .takeWhile(part -> part.matches("[0-9]{1,9}"))
                .mapToInt(Integer::parseInt)
                .toArray();
        int length = numbers.length;
        while (length > 0 && numbers[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(numbers, length);
    }
}

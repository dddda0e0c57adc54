package dev.throughline.release;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// Which licences the parts of the program may have: those under which they may go with a program under Apache-2.0.
///
/// Of several licences that a part names one is enough, since the receiver may choose. In an expression `OR` is a
/// choice, and both sides of `AND` must be allowed. Source: SPDX 2.3, annex D; CycloneDX 1.6, `component.licenses`.
final class Licences {
    private static final Set<String> ALLOWED = Set.of(
            "Apache-2.0",
            "MIT",
            "MIT-0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "0BSD",
            "CC0-1.0",
            "PostgreSQL",
            // Weak copyleft, for the files of the part itself; they are shipped as they came.
            "EPL-2.0");

    private Licences() {}

    /// What is wrong, one line for each part, by group, name and version.
    static List<String> violations(JsonNode bom) {
        List<String> violations = new ArrayList<>();
        for (JsonNode component : bom.path("components")) {
            List<String> named = named(component.path("licenses"));
            if (named.stream().noneMatch(Licences::isAllowed)) {
                violations.add(component.path("group").asText() + ":"
                        + component.path("name").asText() + ":"
                        + component.path("version").asText() + " has "
                        + (named.isEmpty() ? "no licence" : String.join(", ", named)));
            }
        }
        return violations;
    }

    private static List<String> named(JsonNode licences) {
        List<String> named = new ArrayList<>();
        for (JsonNode licence : licences) {
            JsonNode one = licence.path("license");
            String name = one.path("id").asText(one.path("name").asText());
            named.add(licence.path("expression").asText(name));
        }
        return named;
    }

    private static boolean isAllowed(String expression) {
        String flat = expression.replace("(", " ").replace(")", " ").strip();
        return Arrays.stream(flat.split("\\s+OR\\s+"))
                .anyMatch(choice -> Arrays.stream(choice.split("\\s+AND\\s+")).allMatch(ALLOWED::contains));
    }
}

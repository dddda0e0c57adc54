package dev.throughline.harness.bisect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.CheckListEntry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The changes of a client that the matrix knows, read from `GET /api/v1/matrix/ranges`.
public final class KnownBoundaries {
    private KnownBoundaries() {}

    /// Two neighboring measured versions with different results.
    /// @param check the client as it was configured, without a version
    public record Boundary(CheckListEntry check, String capability, String lower, String upper) {}

    /// The boundaries of clients that were connected to the stub directly, oldest first for each combination.
    public static List<Boundary> read(JsonNode ranges) {
        Set<Boundary> boundaries = new LinkedHashSet<>();
        for (JsonNode track : ranges.path("tracks")) {
            JsonNode combination = track.path("combination");
            if (combination.hasNonNull("backend") || combination.hasNonNull("gateway")) {
                continue;
            }
            CheckListEntry check = check(combination);
            track.path("boundaries")
                    .forEach(boundary -> boundaries.add(new Boundary(
                            check,
                            track.path("capability").asText(),
                            boundary.at("/lower/version").asText(),
                            boundary.at("/upper/version").asText())));
        }
        return new ArrayList<>(boundaries);
    }

    private static CheckListEntry check(JsonNode combination) {
        return new CheckListEntry(
                combination.at("/client/product").asText(),
                null,
                combination.path("dialectIn").asText(),
                text(combination, "variant"),
                text(combination, "model"),
                text(combination, "scenario"),
                null,
                null,
                text(combination, "reasoningField"),
                text(combination, "vendor"));
    }

    private static @Nullable String text(JsonNode combination, String field) {
        String text = combination.path(field).asText();
        return text.isEmpty() ? null : text;
    }
}

package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.rest.PageLinks;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A change of status between two measured versions of a product.
///
/// @param id a URN, the same each time the site is written
/// @param page of the newer version's cell in the site
/// @param when the newer version was measured first
public record SiteChange(String id, String title, String text, String page, Instant when) {
    /// The changes of products, the newest first.
    /// @param ranges one answer of `GET /api/v1/matrix/ranges` for each
    static List<SiteChange> newestFirst(Stream<JsonNode> ranges, List<JsonNode> cells) {
        Map<String, Instant> measured = cells.stream()
                .collect(Collectors.toMap(
                        cell -> cell.path("id").asText(),
                        cell -> Instant.parse(cell.path("firstMeasured").asText()),
                        (first, _) -> first));
        return ranges.flatMap(one -> of(one, measured).stream())
                .sorted(Comparator.comparing(SiteChange::when).reversed())
                .toList();
    }

    /// The changes of a product, in the order of its ranges.
    /// @param measured when each cell was measured first, by its id
    private static List<SiteChange> of(JsonNode ranges, Map<String, Instant> measured) {
        List<SiteChange> all = new ArrayList<>();
        String product = ranges.path("product").asText();
        for (JsonNode track : ranges.path("tracks")) {
            for (JsonNode boundary : track.path("boundaries")) {
                all.add(of(product, track, boundary, measured));
            }
        }
        return all;
    }

    private static SiteChange of(String product, JsonNode track, JsonNode boundary, Map<String, Instant> measured) {
        JsonNode lower = boundary.path("lower");
        JsonNode upper = boundary.path("upper");
        JsonNode setting = track.path("combination");
        String cell = upper.path("cell").asText();
        String capability = track.path("capability").asText();
        String id = "change " + lower.path("cell").asText() + " " + cell;
        return new SiteChange(
                "urn:uuid:" + UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)),
                "%s %s: %s %s, %s before"
                        .formatted(product, upper.path("version").asText(), capability, status(upper), status(lower)),
                "%s in %s, %s, %s: the status changes %s (%d known versions between them were not measured)."
                        .formatted(
                                capability,
                                setting.path("dialectIn").asText(),
                                setting.path("policy").asText(),
                                setting.path("scenario").asText(),
                                boundary.path("words").asText(),
                                boundary.path("untested").asInt()),
                PageLinks.cell(cell),
                measured.getOrDefault(cell, Instant.EPOCH));
    }

    private static String status(JsonNode side) {
        return side.path("status").asText().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

package dev.throughline.export;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// What code scanning requires of a SARIF file; it refuses a file in which one result lacks a place. Source: GitHub,
/// "SARIF support for code scanning", properties marked as required.
public final class SarifAssertions {
    private SarifAssertions() {}

    public static void assertIsAccepted(JsonNode log) {
        JsonNode run = log.at("/runs/0");
        for (JsonNode rule : run.at("/tool/driver/rules")) {
            for (String text : List.of("shortDescription", "fullDescription", "help")) {
                assertThat(rule.path(text).path("text").asText()).as(text).isNotEmpty();
            }
        }
        for (JsonNode result : run.path("results")) {
            assertThat(result.path("locations")).as("%s", result).hasSize(1);
            result.path("locations").forEach(SarifAssertions::assertIsPlace);
            result.path("relatedLocations").forEach(SarifAssertions::assertIsPlace);
            assertThat(result.at("/partialFingerprints/primaryLocationLineHash").asText())
                    .as("%s", result)
                    .isNotEmpty();
        }
    }

    private static void assertIsPlace(JsonNode location) {
        String uri = location.at("/physicalLocation/artifactLocation/uri").asText();
        assertThat(URI.create(uri).normalize())
                .as("%s", location)
                .satisfies(path -> assertThat(path.getScheme()).isNull())
                .satisfies(path -> assertThat(path.getRawAuthority()).isNull())
                .satisfies(path -> assertThat(path.toString()).isEqualTo(uri).doesNotStartWith("/"));
        JsonNode region = location.at("/physicalLocation/region");
        for (String edge : List.of("startLine", "startColumn", "endLine", "endColumn")) {
            assertThat(region.path(edge).asInt()).as("%s of %s", edge, location).isPositive();
        }
        assertThat(location.at("/logicalLocations/0/fullyQualifiedName").asText())
                .as("%s", location)
                .isNotEmpty();
    }
}

package dev.throughline.export;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import static org.assertj.core.api.Assertions.assertThat;

/// What code scanning requires of a SARIF file; it refuses a file in which one result lacks a place, or that is beyond
/// its limits. Source: GitHub, "SARIF support for code scanning": the properties marked as required, and the limits.
public final class SarifAssertions {
    private static final int MOST_BYTES = 10 * 1024 * 1024;
    private static final int MOST_RUNS = 20;
    private static final int MOST_RULES = 25_000;
    private static final int MOST_SHOWN = 5_000;
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_DESCRIPTION = 1_024;

    private SarifAssertions() {}

    public static void assertIsAccepted(JsonNode log) {
        assertThat(log.path("version").asText()).isEqualTo("2.1.0");
        assertThat(zipped(log.toString())).isLessThanOrEqualTo(MOST_BYTES);
        // One upload may not have two runs of a tool with the same category.
        assertThat(log.path("runs")).hasSizeBetween(1, MOST_RUNS);
        assertThat(log.path("runs").valueStream().map(SarifAssertions::category))
                .doesNotHaveDuplicates()
                .allSatisfy(category -> assertThat(category).isNotEmpty());
        log.path("runs").forEach(SarifAssertions::assertIsRun);
    }

    /// What uploads for one commit are kept apart by: the id up to its last slash.
    public static String category(JsonNode run) {
        String id = run.at("/automationDetails/id").asText();
        return id.substring(0, Math.max(0, id.lastIndexOf('/')));
    }

    private static void assertIsRun(JsonNode run) {
        assertThat(run.at("/tool/driver/name").asText()).isNotEmpty();
        assertThat(run.at("/tool/driver/rules")).hasSizeLessThanOrEqualTo(MOST_RULES);
        for (JsonNode rule : run.at("/tool/driver/rules")) {
            assertThat(rule.path("id").asText()).isNotEmpty().hasSizeLessThanOrEqualTo(LONGEST_NAME);
            assertThat(rule.path("name").asText()).hasSizeLessThanOrEqualTo(LONGEST_NAME);
            for (String text : List.of("shortDescription", "fullDescription", "help")) {
                assertThat(rule.path(text).path("text").asText())
                        .as(text)
                        .isNotEmpty()
                        .hasSizeLessThanOrEqualTo(LONGEST_DESCRIPTION);
            }
        }
        assertThat(run.path("results")).hasSizeLessThanOrEqualTo(MOST_SHOWN);
        // Results that agree in all of these become one alert.
        assertThat(run.path("results")
                        .valueStream()
                        .map(result -> result.path("ruleId").asText() + " "
                                + result.at("/locations/0/physicalLocation/artifactLocation/uri")
                                        .asText()
                                + " " + result.path("partialFingerprints")))
                .doesNotHaveDuplicates();
        for (JsonNode result : run.path("results")) {
            // Its kind is not read: whatever is a result becomes an alert.
            assertThat(result.path("kind").asText()).isEqualTo("fail");
            assertThat(result.path("level").asText()).isIn("error", "warning", "note");
            assertThat(result.at("/message/text").asText()).isNotEmpty();
            assertThat(result.path("locations")).as("%s", result).hasSize(1);
            result.path("locations").forEach(SarifAssertions::assertIsPlace);
            result.path("relatedLocations").forEach(SarifAssertions::assertIsPlace);
            assertThat(result.at("/partialFingerprints/primaryLocationLineHash").asText())
                    .as("%s", result)
                    .isNotEmpty();
        }
    }

    private static int zipped(String text) {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.size();
    }

    private static void assertIsPlace(JsonNode location) {
        String uri = location.at("/physicalLocation/artifactLocation/uri").asText();
        assertThat(URI.create(uri).normalize())
                .as("%s", location)
                .satisfies(path -> assertThat(path.getScheme()).isNull())
                .satisfies(path -> assertThat(path.getRawAuthority()).isNull())
                .satisfies(path -> assertThat(path.toString())
                        .isEqualTo(uri)
                        .doesNotStartWith("/")
                        .doesNotStartWith("..")
                        .isNotEmpty());
        JsonNode region = location.at("/physicalLocation/region");
        for (String edge : List.of("startLine", "startColumn", "endLine", "endColumn")) {
            assertThat(region.path(edge).asInt()).as("%s of %s", edge, location).isPositive();
        }
        assertThat(location.at("/logicalLocations/0/fullyQualifiedName").asText())
                .as("%s", location)
                .isNotEmpty();
    }
}

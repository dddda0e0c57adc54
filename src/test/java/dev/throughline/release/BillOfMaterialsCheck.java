package dev.throughline.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The bill of materials of the build, read after it is written: by the build's `verify`, not among the other tests.
class BillOfMaterialsCheck {
    private static JsonNode bom() throws IOException {
        return new JsonMapper().readTree(Path.of("target", "bom.json").toFile());
    }

    @Test
    void everyPartHasALicenceThatFitsOurs() throws IOException {
        assertThat(Licences.violations(bom()))
                .as("parts whose licence is not among those of Licences")
                .isEmpty();
    }

    @Test
    void noPartIsInTheRangeOfAKnownAdvisory() throws IOException {
        assertThat(new Advisories().violations(bom())).isEmpty();
    }

    @Test
    void namesWhatTheProgramIsMadeOfAndNoPartOfItsTests() throws IOException {
        JsonNode bom = bom();
        List<String> names = new ArrayList<>();
        bom.path("components").forEach(part -> names.add(part.path("name").asText()));

        assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(bom.at("/metadata/component/name").asText()).isEqualTo("throughline");
        assertThat(names).contains("quarkus-rest", "vertx-core", "picocli", "postgresql");
        assertThat(names).doesNotContain("assertj-core", "archunit", "quarkus-junit");
        assertThat(bom.path("components"))
                .allMatch(part -> part.path("purl").asText().startsWith("pkg:maven/"));
    }
}

package dev.throughline.pages;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The lines of the first page that connect a client.
@QuarkusTest
class ConnectLinesIT {
    @Test
    void thereAreSomeForEveryClientThatCanBeChecked() {
        List<String> known =
                home().select("section:has(#connect) .card:has(code) .known a").eachText();

        assertThat(known)
                .containsExactlyInAnyOrderElementsOf(RecipeCatalog.load(Optional.empty()).all().stream()
                        .map(Recipe::name)
                        .toList());
    }

    @Test
    void allOfThemNameThisServiceAndThoseThatAreJsonAreValid() throws IOException {
        List<String> lines = home().select("section:has(#connect) code").stream()
                .map(code -> code.wholeText())
                .toList();

        assertThat(lines)
                .hasSizeGreaterThan(14)
                .allSatisfy(line ->
                        assertThat(line).contains(PageClient.host()).doesNotContain("\\{", "{#", "{/", "YOUR_KEY"));
        List<String> json = lines.stream().filter(line -> line.startsWith("{")).toList();
        assertThat(json).hasSize(4);
        for (String line : json) {
            assertThat(new JsonMapper().readTree(line).toString()).contains(PageClient.host() + "/v1");
        }
    }

    private static Document home() {
        return Jsoup.parse(PageClient.page("/").body());
    }
}

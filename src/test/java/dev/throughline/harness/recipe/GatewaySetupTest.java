package dev.throughline.harness.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class GatewaySetupTest {
    private static final String RECIPE = """
            {"name": "toy", "title": "Toy", "package": "toy", "binary": "toy", "dialects": ["openai-chat"],
             "variants": [], "model": "{{route}}", "environment": {"URL_{{route}}": "{{url}}"}, "files": [],
             "tools": [], "packages": [], "turns": [], "turnTimeout": "PT20S",
             "gateway": {"start": ["{{binary}}", "{{port}}"], "ready": "/health",
               "routes": [{"backend": "anthropic", "values": {"url": "{{anthropic}}"}}]}}""";

    @TempDir
    Path folder;

    @Test
    void isNoClient() throws IOException {
        RecipeCatalog catalog = catalog(RECIPE);

        assertThat(catalog.problems()).isEmpty();
        assertThat(catalog.find("toy")).isEmpty();
        assertThat(catalog.all()).extracting(Recipe::name).doesNotContain("toy", "litellm-proxy");
        assertThat(catalog.of(Recipe.Kind.GATEWAY).find("toy")).isPresent();
        assertThat(catalog.of(Recipe.Kind.GATEWAY).all())
                .extracting(Recipe::name)
                .contains("toy", "litellm-proxy");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    "backend": "anthropic" | "backend": "gopher" | gateway.routes[0].backend: gopher
                    "backend": "anthropic" | "backend": "anthropic", "clients": ["x"] | gateway.routes[0].clients: x
                    "/health"              | "health" | gateway.ready: a path
                    "{{binary}}", "{{port}}" | | gateway.start: a command
                    "url": "{{anthropic}}" | "other": "x" | no value for the placeholder {{url}}
                    """)
    void namesThePlaceOfAnError(String part, String wrong, String place) throws IOException {
        String changed = RECIPE.replace(part, Optional.ofNullable(wrong).orElse(""));

        assertThat(catalog(changed).problems()).singleElement().asString().contains(place);
    }

    @Test
    void writesWhatNamesACombinationOnceForEach() {
        Placeholders general = new Placeholders().put("key", "k");
        List<Placeholders> each = List.of(route(general, "a", "{}"), route(general, "b", "{\"use\": [\"{{key}}\"]}"));

        assertThat(general.fill(Json.TREES.valueToTree(List.of("--key={{key}}", "--to={{route}}")), each))
                .hasToString("[\"--key=k\",\"--to=a\",\"--to=b\"]");
        assertThat(general.fill(
                        tree("{\"list\": [{\"name\": \"{{route}}\", \"with\": \"{{extra}}\"}], \"{{route}}\": 1}"),
                        each))
                .hasToString("{\"list\":[{\"name\":\"a\",\"with\":{}},{\"name\":\"b\",\"with\":{\"use\":[\"k\"]}}],"
                        + "\"a\":1,\"b\":1}");
    }

    private static Placeholders route(Placeholders general, String name, String extra) {
        return general.copy().put("route", name).put("extra", tree(extra));
    }

    private static JsonNode tree(String json) {
        try {
            return Json.TREES.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RecipeCatalog catalog(String text) throws IOException {
        Files.writeString(folder.resolve("toy.json"), text);
        return RecipeCatalog.load(Optional.of(folder));
    }
}

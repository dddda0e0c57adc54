package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class ClientVersionResolverIT {
    private static final String CHECKED = """
            {"backend": {"name": "%s", "version": "1.0.0"}, "dialects": [{"dialect": "openai-chat",
              "think": {"status": "PRESERVED", "withinTurn": "PRESERVED", "acrossTurns": "PRESERVED"}}]}""";

    @TestHTTPResource
    URI address;

    private final List<String> said = new ArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();

    private ClientVersionResolver versions(String latest) {
        return new ClientVersionResolver(
                (_, wanted) -> {
                    asked.incrementAndGet();
                    return wanted.equals("latest") ? latest : wanted;
                },
                _ -> Map.of(latest, "2026-11-21T04:00:00.123Z"),
                (_, _) -> List.of(),
                new ServiceClient(address),
                said::add);
    }

    private static Recipe recipe(String name) {
        return RecipeCatalog.load(Optional.empty()).find(name).orElseThrow();
    }

    private JsonNode product(String id) {
        return new ServiceClient(address).get("/api/v1/products/" + id).json();
    }

    @Test
    void theServiceKnowsTheLatestOnceItWasLookedUp() {
        ClientVersionResolver versions = versions("999.1.0");

        assertThat(versions.resolve(recipe("qwen-code"), "latest")).isEqualTo("999.1.0");
        assertThat(versions.resolve(recipe("qwen-code"), "latest")).isEqualTo("999.1.0");

        assertThat(said).isEmpty();
        assertThat(asked).hasValue(1);
        JsonNode product = product("qwen-code");
        assertThat(product.path("latest").asText()).isEqualTo("999.1.0");
        assertThat(product.at("/versions/0/published").asText()).isEqualTo("2026-11-21T04:00:00.123Z");
    }

    @Test
    void namesThePackagesThatTakePartAsTheyAreResolvedNow() {
        ClientVersionResolver versions = versions("3.0.92");
        var sdk = new ClientSpec("ai-sdk-openai", "3.0.0", "responses", Optional.empty(), "glm-4.7", "tools");
        var older = new ClientSpec("opencode", "1.0.0", "openai-chat", Optional.empty(), "glm-4.7", "tools");
        var pinned =
                new ClientSpec("opencode", "1.0.0", "responses", Optional.of("older-provider"), "glm-4.7", "tools");
        var own = new ClientSpec("opencode", "1.18.33", "openai-chat", Optional.empty(), "glm-4.7", "tools");

        assertThat(versions.withPackages(recipe("ai-sdk-openai"), sdk).packages())
                .containsExactly("ai@^6");
        assertThat(versions.withPackages(recipe("opencode"), older).packages())
                .containsExactly("@ai-sdk/openai-compatible@3.0.92");
        assertThat(versions.withPackages(recipe("opencode"), pinned).packages())
                .containsExactly("@ai-sdk/openai@2.0.23");
        assertThat(versions.withPackages(recipe("opencode"), own).packages()).isEmpty();
    }

    @Test
    void aLaterLatestReplacesItAndAnOrdinaryVersionIsNotReported() {
        versions("1.0.0").resolve(recipe("kilo"), "latest");
        versions("1.1.0").resolve(recipe("kilo"), "latest");
        versions("").resolve(recipe("kilo"), "3.0.0");

        JsonNode product = product("kilo");
        assertThat(product.path("latest").asText()).isEqualTo("1.1.0");
        assertThat(product.findValuesAsText("version"))
                .contains("1.0.0", "1.1.0")
                .doesNotContain("3.0.0");
    }

    @Test
    void cellsOfAnOlderVersionAreStaleFromThenOn() {
        var service = new ServiceClient(address);
        service.post("/api/v1/backend-checks", CHECKED.formatted("overtaken-backend"));
        assertThat(flags("overtaken-backend")).isEmpty();

        ServiceClient.Response response =
                service.put("/api/v1/products/overtaken-backend/latest", "{\"version\": \"1.0.1\"}");

        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(flags("overtaken-backend")).containsExactly("STALE");
    }

    @Test
    void aPackageOfAnotherNameSaysNothingOfTheProduct() {
        var service = new ServiceClient(address);

        ServiceClient.Response response = service.put(
                "/api/v1/products/codex/latest", "{\"version\": \"999.0.0\", \"registry\": \"npm:my-codex\"}");

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.json().path("pointer").asText()).isEqualTo("/registry");
        assertThat(product("codex").path("latest").asText()).isNotEqualTo("999.0.0");
        assertThat(service.put("/api/v1/products/codex/latest", "{\"version\": \"latest\"}")
                        .status())
                .isEqualTo(400);
        assertThat(service.put("/api/v1/products/codx/latest", "{\"version\": \"1.0.0\"}")
                        .status())
                .isEqualTo(404);
    }

    private List<String> flags(String backend) {
        List<String> flags = new ArrayList<>();
        new ServiceClient(address)
                .get("/api/v1/matrix?backend=" + backend)
                .json()
                .at("/cells/0/flags")
                .forEach(flag -> flags.add(flag.asText()));
        return flags;
    }
}

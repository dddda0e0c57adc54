package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.backend.settings.BackendsConfig;
import dev.throughline.backend.settings.ModelsConfig;
import dev.throughline.documentation.MarkdownPage;
import io.smallrye.config.SmallRyeConfig;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The files that the page on kind tells to write make what it says.
class KindPageIT {
    private static final List<String> COMMANDS =
            MarkdownPage.site("operations/kind").code("sh");
    /// Files that a command of the page writes, by name.
    private static final Map<String, String> WRITTEN = Pattern.compile(
                    "^cat > (?:k8s/)?(\\S+) <<'END'\n(.*?)^END$", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(String.join("\n", COMMANDS))
            .results()
            .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));

    @Test
    void overlayOfOnesOwnHasTheBackendOfThePage() {
        BuiltOverlay mine = BuiltOverlay.read("mine", Kustomize.build("mine", WRITTEN));

        assertLeadsToTheBackend(mine.trees());
        assertThat(mine.workload("throughline").container().getEnvFrom().toString())
                .contains(created("throughline-backend-keys"));
    }

    @Test
    void chartTakesTheValuesOfThePage() {
        List<JsonNode> rendered = Chart.render(WRITTEN.get("values.yaml"));

        assertLeadsToTheBackend(rendered);
        assertThat(rendered.toString()).contains(created("throughline-database-url"));
    }

    @Test
    void databaseOfThePageIsThatOfTheOverlayAndLetsTheChartIn() {
        BuiltOverlay dev = BuiltOverlay.of("dev");

        assertThat(String.join("\n", COMMANDS)).contains("@throughline-postgres:5432/throughline");
        assertThat(dev.has("Service", "throughline-postgres")).isTrue();
        Map<String, String> labels = Chart.rendered().workload("throughline").labels();
        JsonNode admitted = dev.tree("NetworkPolicy", "throughline-postgres")
                .orElseThrow()
                .at("/spec/ingress/0/from/0/podSelector/matchLabels");
        assertThat(admitted).isNotEmpty();
        admitted.properties()
                .forEach(label -> assertThat(labels)
                        .containsEntry(label.getKey(), label.getValue().asText()));
    }

    @Test
    void imageOfThePageIsTheOneThatTheManifestsName() {
        String image =
                BuiltOverlay.of("dev").workload("throughline").container().getImage();

        assertThat(COMMANDS).anyMatch(command -> command.contains("kind load docker-image " + image + " "));
    }

    private static String created(String secret) {
        assertThat(String.join("\n", COMMANDS)).contains("create secret generic " + secret + " ");
        return secret;
    }

    private static void assertLeadsToTheBackend(List<JsonNode> trees) {
        String file = trees.stream()
                .map(tree -> tree.at("/data/throughline.properties"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .collect(Collectors.joining());
        SmallRyeConfig settings = ServiceSettings.in(Map.of(), file);
        assertThat(settings.getConfigMapping(BackendsConfig.class)
                        .byName()
                        .get("main")
                        .url())
                .isEqualTo("https://models.example.org/v1");
        assertThat(settings.getConfigMapping(ModelsConfig.class).byPattern()).containsEntry("claude-*", "main/glm-4.7");
        assertThat(settings.getValue("throughline.default-backend", String.class))
                .isEqualTo("main");
    }
}

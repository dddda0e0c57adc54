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
    void valuesOfThePageLeadToItsBackend() {
        List<JsonNode> rendered = Chart.render(WRITTEN.get("values.yaml"));

        String file = rendered.stream()
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
        assertThat(rendered.toString()).contains("throughline-backend-keys");
        assertThat(String.join("\n", COMMANDS)).contains("create secret generic throughline-backend-keys ");
    }

    @Test
    void imageOfThePageIsTheOneThatTheChartNames() {
        String image =
                RenderedChart.of("laptop").workload("throughline").container().getImage();

        assertThat(COMMANDS).anyMatch(command -> command.contains("kind load docker-image " + image + " "));
        assertThat(String.join("\n", COMMANDS)).contains("k8s/chart", "k8s/values/laptop.yaml");
    }
}

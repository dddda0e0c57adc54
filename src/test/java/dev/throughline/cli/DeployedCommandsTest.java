package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.throughline.cli.check.CheckClientsCommand;
import dev.throughline.cli.check.RadarCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The commands of the manifests are commands of the program.
class DeployedCommandsTest {
    private static final String CONTAINER = "/spec/template/spec/containers/0";

    @Test
    void serviceListensForOthersOnThePortOfItsContainer() throws IOException {
        JsonNode container = read("k8s/base/deployment.yaml").at(CONTAINER);
        List<String> arguments = texts(container.path("args"));

        var parsed = ThroughlineCommandLine.create()
                .parseArgs(arguments.toArray(String[]::new))
                .subcommand();
        assertThat(parsed.commandSpec().name()).isEqualTo("serve");
        assertThat((Object) parsed.matchedOptionValue("--host", "")).isEqualTo("0.0.0.0");
        assertThat((Object) parsed.matchedOptionValue("--port", 0))
                .isEqualTo(container.at("/ports/0/containerPort").asInt());
    }

    @Test
    void nightlyCheckIsACommandThatReadsItsKeyFromTheEnvironment() throws IOException {
        JsonNode container = read("k8s/overlays/nightly/cronjob.yaml").at("/spec/jobTemplate" + CONTAINER);
        String script = texts(container.path("command")).getLast();
        List<String> lines = Arrays.stream(script.split(";"))
                .map(String::strip)
                .filter(part -> part.startsWith("throughline "))
                .map(part -> part.substring("throughline ".length()).replaceAll(" \\|\\|.*", ""))
                .toList();

        assertThat(lines).hasSize(2);
        var radar = ThroughlineCommandLine.create()
                .parseArgs(lines.getFirst().split(" "))
                .subcommand();
        assertThat(radar.commandSpec().userObject()).isInstanceOf(RadarCommand.class);
        var parsed = ThroughlineCommandLine.create()
                .parseArgs(lines.getLast().split(" "))
                .subcommand()
                .subcommand();
        assertThat(parsed.commandSpec().userObject()).isInstanceOf(CheckClientsCommand.class);
        assertThat(parsed.hasMatchedOption("--all")).isTrue();
        assertThat(parsed.hasMatchedOption("--latest")).isTrue();
        assertThat(container.path("env").findValuesAsText("name")).contains("THROUGHLINE_KEY");
    }

    private static JsonNode read(String file) throws IOException {
        return new YAMLMapper().readTree(Path.of(file).toFile());
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }
}

package dev.throughline.cli;

import dev.throughline.cli.check.CheckClientsCommand;
import dev.throughline.cli.check.RadarCommand;
import dev.throughline.k8s.RenderedChart;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The commands of the manifests are commands of the program.
class DeployedCommandsIT {
    @Test
    void serviceListensForOthersOnThePortOfItsContainer() {
        Container container =
                RenderedChart.of("production").workload("throughline").container();
        List<String> arguments = container.getArgs();

        var parsed = ThroughlineCommandLine.create()
                .parseArgs(arguments.toArray(String[]::new))
                .subcommand();
        assertThat(parsed.commandSpec().name()).isEqualTo("serve");
        assertThat((Object) parsed.matchedOptionValue("--host", "")).isEqualTo("0.0.0.0");
        assertThat((Object) parsed.matchedOptionValue("--port", 0))
                .isEqualTo(container.getPorts().getFirst().getContainerPort());
    }

    @Test
    void nightlyCheckIsACommandThatReadsItsKeyFromTheEnvironment() {
        Container container =
                RenderedChart.of("production").workload("throughline-radar").container();
        String script = container.getCommand().getLast();
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
        assertThat(container.getEnv()).extracting(EnvVar::getName).contains("THROUGHLINE_KEY");
    }

    @Test
    void helmTestIsACommandOfTheProgram() throws IOException {
        String pod = Files.readString(Path.of("k8s/chart/templates/test.yaml"));

        assertThat(pod).contains("args: [runs, --server, \"http://");
        assertThat((Object) ThroughlineCommandLine.create()
                        .parseArgs("runs", "--server", "http://throughline")
                        .subcommand()
                        .matchedOptionValue("--server", ""))
                .hasToString("http://throughline");
    }
}

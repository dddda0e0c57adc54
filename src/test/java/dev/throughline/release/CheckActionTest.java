package dev.throughline.release;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The action for builds passes each of its inputs to the script, and the script uses each.
class CheckActionTest {
    private static final Path FOLDER = Path.of(".github", "actions", "check");

    @Test
    void everyInputReachesTheScript() throws IOException {
        JsonNode action = Workflows.read(Files.readString(FOLDER.resolve("action.yml")));
        String script = Files.readString(FOLDER.resolve("check.sh"));
        JsonNode environment = action.at("/runs/steps/1/env");

        Set<String> inputs = new TreeSet<>();
        action.path("inputs").fieldNames().forEachRemaining(inputs::add);
        assertThat(inputs).contains("client", "dialect", "reports");
        for (String input : inputs) {
            String variable = input.replace('-', '_').toUpperCase(Locale.ROOT);
            assertThat(environment.path(variable).asText()).isEqualTo("${{ inputs." + input + " }}");
            assertThat(script).containsPattern(Pattern.compile("\\$\\{?" + variable + "\\b"));
        }
        assertThat(environment.size()).isEqualTo(inputs.size());
    }

    @Test
    void everyOutputIsWrittenByTheScript() throws IOException {
        JsonNode action = Workflows.read(Files.readString(FOLDER.resolve("action.yml")));
        String script = Files.readString(FOLDER.resolve("check.sh"));

        action.path("outputs").fieldNames().forEachRemaining(output -> {
            assertThat(action.at("/outputs/" + output + "/value").asText())
                    .isEqualTo("${{ steps.check.outputs." + output + " }}");
            assertThat(script).contains(output + "=%s");
        });
        assertThat(FOLDER.resolve("check.sh")).isExecutable();
    }

    @Test
    void theTemplateForGitlabRunsTheSameScript() throws IOException {
        JsonNode template = Workflows.read(Files.readString(Path.of(".gitlab", "check.yml")));

        String script = template.at("/.throughline-check/script/0").asText();
        assertThat(Path.of(script.replaceFirst("^\\.throughline/", ""))).isExecutable();
    }
}

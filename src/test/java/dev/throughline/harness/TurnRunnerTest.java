package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.harness.recipe.Placeholders;
import dev.throughline.harness.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TurnRunnerTest {
    @TempDir
    Path folder;

    private final Placeholders placeholders = new Placeholders();

    @BeforeEach
    void makeFolders() throws IOException {
        Files.createDirectories(folder.resolve("work"));
    }

    @Test
    void capturesTheLastPrintedValueAndFillsItIntoTheNextTurn() throws IOException {
        try (TurnRunner runner = runner()) {
            runner.run(1, command("echo '{\"id\":1}'; echo '{\"id\":2}'; echo '{\"end\":true}'; echo '{ok'"));
            runner.run(
                    2,
                    new Recipe.Turn(
                            List.of("/bin/sh", "-c", "echo {{captured}} > seen"), null, null, null, null, null));
        }

        assertThat(folder.resolve("work/seen")).hasContent("2");
    }

    @Test
    void saysWhatWasNotPrinted() {
        try (TurnRunner runner = runner()) {
            assertThatThrownBy(() -> runner.run(1, command("echo '{\"other\":1}'")))
                    .hasMessageContaining("the-client printed no /id")
                    .hasMessageContaining("other");
        }
    }

    @Test
    void saysInWhichTurnACommandFailed() {
        try (TurnRunner runner = runner()) {
            assertThatThrownBy(() -> runner.run(2, command("echo no luck; exit 3")))
                    .hasMessageContaining("the-client ended with exit code 3 in turn 2")
                    .hasMessageContaining("no luck");
        }
    }

    @Test
    void speaksInOneProcessOverSeveralTurns() throws IOException {
        try (TurnRunner runner = runner()) {
            runner.open(List.of(
                    "/bin/sh", "-c", "while read -r line; do echo \"{\\\"pid\\\":$$,\\\"got\\\":$line}\"; done"));
            runner.run(1, steps("{\"turn\":1}", Map.of("/got/turn", "1"), Map.of("captured", "/pid")));
            runner.run(
                    2,
                    steps("{\"pid\":\"{{captured}}\"}", Map.of("/got/pid", "{{captured}}"), Map.of("again", "/pid")));
        }

        assertThat(placeholders.fill("{{again}}")).isEqualTo(placeholders.fill("{{captured}}"));
    }

    @Test
    void interruptsACommandThatWaitsForAnAnswer() {
        Path started = folder.resolve("work/started");
        Recipe.Turn turn = command("trap 'echo left; exit 130' INT; touch started; while :; do sleep 0.1; done");
        try (TurnRunner runner = runner()) {
            assertThat(runner.interrupt(1, turn, () -> Files.exists(started))).isEqualTo("left");
        }
    }

    @Test
    void aCommandThatEndsBeforeItIsInterruptedIsAFailure() {
        try (TurnRunner runner = runner()) {
            assertThatThrownBy(() -> runner.interrupt(2, command("echo quick"), () -> false))
                    .hasMessageContaining("the-client ended before it could be interrupted in turn 2")
                    .hasMessageContaining("quick");
        }
    }

    private TurnRunner runner() {
        return new TurnRunner(
                "the-client",
                UUID.randomUUID().toString(),
                new ClientFolders(folder),
                Map.of("PATH", System.getenv("PATH")),
                placeholders,
                Duration.ofSeconds(20));
    }

    private static Recipe.Turn command(String script) {
        return new Recipe.Turn(List.of("/bin/sh", "-c", script), null, Map.of("captured", "/id"), null, null, null);
    }

    private static Recipe.Turn steps(String send, Map<String, String> until, Map<String, String> capture)
            throws IOException {
        JsonNode line = new JsonMapper().readTree(send);
        return new Recipe.Turn(null, List.of(new Recipe.Step(line, until, capture)), null, null, null, null);
    }
}

package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StdioDialogueIT {
    private static final Map<String, String> PATH = Map.of("PATH", System.getenv("PATH"));
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String ECHO = """
            echo ready; while read -r line; do echo "{\\"said\\":$line}"; echo '{"end":{"of":"turn"}}'; done""";

    @TempDir
    Path folder;

    private final String mark = UUID.randomUUID().toString();

    @Test
    void hearsTheLineThatIsExpectedAndSkipsOthers() {
        try (StdioDialogue stdioDialogue = dialogue(ECHO)) {
            JsonNode heard = stdioDialogue.say(line("{\"a\":1}"), Map.of("/said/a", "1"), LONG);

            assertThat(heard.at("/said/a").asInt()).isEqualTo(1);
        }
    }

    @Test
    void staysForSeveralTurnsAndDoesNotTakeALineOfTheTurnBefore() {
        try (StdioDialogue stdioDialogue = dialogue(ECHO)) {
            stdioDialogue.say(line("{\"turn\":1}"), Map.of("/end/of", "turn"), LONG);
            JsonNode heard = stdioDialogue.say(line("{\"turn\":2}"), Map.of("/said/turn", "2"), LONG);

            assertThat(heard.toString()).isEqualTo("{\"said\":{\"turn\":2}}");
        }
    }

    @Test
    void keepsAllOutputInTheLog() throws IOException {
        try (StdioDialogue stdioDialogue = dialogue(ECHO)) {
            stdioDialogue.say(line("{\"a\":1}"), Map.of("/end/of", "turn"), LONG);
        }

        assertThat(Files.readString(folder.resolve("log"))).startsWith("ready\n{\"said\":{\"a\":1}}\n");
    }

    @Test
    void failsAtOnceWhenWhatWasSaidIsAnsweredWithAnError() {
        String script = "read -r line; echo '{\"id\":\"7\",\"error\":{\"message\":\"no such model\"}}'; sleep 60";

        try (StdioDialogue stdioDialogue = dialogue(script)) {
            assertThatThrownBy(() -> stdioDialogue.say(line("{\"id\":\"7\"}"), Map.of("/id", "7"), LONG))
                    .isInstanceOf(HarnessException.class)
                    .hasMessageContaining("the-client answered")
                    .hasMessageContaining("no such model");
        }
    }

    @Test
    void saysThatTheProgramEnded() {
        try (StdioDialogue stdioDialogue = dialogue("read -r line; echo 'out of luck'; exit 4")) {
            assertThatThrownBy(() -> stdioDialogue.say(line("{}"), Map.of("/a", "1"), LONG))
                    .hasMessageContaining("ended before it printed {/a=1}")
                    .hasMessageContaining("out of luck");
        }
    }

    @Test
    void givesUpInTimeAndLeavesNothingBehind() {
        try (StdioDialogue stdioDialogue = dialogue("setsid sleep 60 & trap '' TERM; cat >/dev/null; sleep 60")) {
            assertThatThrownBy(() -> stdioDialogue.say(line("{}"), Map.of("/a", "1"), Duration.ofMillis(300)))
                    .hasMessageContaining("did not print {/a=1} within 0 s");
        }

        assertThat(ProcessSession.marked(mark).filter(ProcessHandle::isAlive)).isEmpty();
    }

    private StdioDialogue dialogue(String script) {
        return new StdioDialogue(
                "the-client",
                ProcessRunner.open(List.of("/bin/sh", "-c", script), folder, PATH, mark),
                folder.resolve("log"));
    }

    private static JsonNode line(String json) {
        try {
            return new JsonMapper().readTree(json);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}

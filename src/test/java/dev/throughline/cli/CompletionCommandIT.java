package dev.throughline.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CompletionCommandIT {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({"throughline che,check", "throughline check cl,client clients", "throughline bisect --fr,--from"})
    void bashCompletesCommandsAndOptions(String line, String expected) throws Exception {
        List<String> words = List.of(line.split(" "));

        assertThat(completed(words)).contains(expected.split(" "));
    }

    @Test
    void refusesAnotherShell() {
        assertThat(run("completion", "fish")).isEqualTo(64);
        assertThat(err.toString()).contains("bash, zsh");
    }

    private List<String> completed(List<String> words) throws IOException, InterruptedException {
        assertThat(run("completion", "bash")).isZero();
        Path script = Files.writeString(folder.resolve("completion"), out.toString());
        String asked =
                "source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_throughline; printf '%%s\\n' ${COMPREPLY[@]}"
                        .formatted(script, String.join(" ", words), words.size() - 1);
        Process bash = new ProcessBuilder("bash", "-c", asked)
                .redirectErrorStream(true)
                .start();
        String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(printed).isZero();
        return printed.lines().map(String::strip).toList();
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        return ThroughlineCommandLine.create(arguments)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}

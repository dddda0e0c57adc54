package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.CommandRunner;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@TestProfile(ProxyProfile.class)
class ExportTrainingCommandIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @TempDir
    Path folder;

    private CommandRunner.Outcome run(String arguments) {
        return CommandRunner.run("export-training " + arguments + " --server " + service);
    }

    private String recorded(String question) throws Exception {
        RecordedTrainingRun run = RecordedTrainingRun.open(service, backend);
        run.ask(RecordedTrainingRun.question(question), RecordedTrainingRun.answer("r", "Hello."));
        return run.id();
    }

    @Test
    void severalRunsAreOneFile() throws Exception {
        Path out = folder.resolve("train.jsonl");
        String first = recorded("One?");
        String second = recorded("Two?");

        CommandRunner.Outcome outcome = run(first + " " + second + " --out " + out);

        assertThat(outcome.code()).as(outcome.text()).isZero();
        assertThat(outcome.text()).contains("run " + first + ": 1 rows of 1 branches", "2 rows in");
        List<String> rows = Files.readAllLines(out);
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0)).contains("One?", first);
        assertThat(rows.get(1)).contains("Two?", second);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(out);
        }
    }

    @Test
    void anotherReaderReadsTheRows() throws Exception {
        Path out = folder.resolve("train.jsonl");
        run(recorded("What is \u2028 \ud83e\udde0 \u0000?") + " --out " + out);
        Process python = new ProcessBuilder(
                        "python3",
                        "-c",
                        "import json,sys\nfor l in open(sys.argv[1],encoding='utf-8',newline='\\n'):\n"
                                + " r=json.loads(l)\n print(ascii(r['messages'][0]['content']), r['trainable_mask'])",
                        out.toString())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(python.getInputStream().readAllBytes()).strip())
                .isEqualTo("'What is \\u2028 \\U0001f9e0 \\x00?' [False, True]");
    }

    @Test
    void nothingToWriteIsAnExitCodeWithTheReason() throws Exception {
        RecordedTrainingRun lossy = RecordedTrainingRun.open(service, backend);
        ArrayNode talk = lossy.ask(
                RecordedTrainingRun.question("Where?"),
                RecordedTrainingRun.call("Look.", "c1", "find", "{\"q\": \"x\"}"));
        ((ObjectNode) talk.path(1)).remove("reasoning_content");
        lossy.ask(RecordedTrainingRun.withResult(talk, "c1", "found"), RecordedTrainingRun.answer("r", "Here."));
        Path out = folder.resolve("train.jsonl");

        CommandRunner.Outcome outcome = run(lossy.id() + " --out " + out);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.text()).contains("0 rows of 1 branches; left out: 1 reasoning-lost", "nothing was exported");
        assertThat(out).doesNotExist();
        assertThat(run(lossy.id() + " --include-lost --out " + out).code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPPER",
                "abc --shape table",
                "abc --shape tokens",
                "abc --out src",
                "abc --template pom.xml",
                "",
                "no-such-run"
            })
    void wrongCommandLinesAreUsage(String arguments) {
        assertThat(run(arguments).code()).isEqualTo(64);
    }
}

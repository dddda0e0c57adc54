package dev.throughline.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessRunnerIT {
    private static final Map<String, String> PATH = Map.of("PATH", System.getenv("PATH"));

    @TempDir
    Path folder;

    @Test
    void leavesNothingBehindOfAProgramThatForksAndIgnoresSignals() {
        String mark = UUID.randomUUID().toString();
        String script = "trap '' TERM; setsid sleep 60 & sleep 60 & echo started; wait";

        ProcessRunner.Ended ended = run(script, mark, Duration.ofMillis(700));

        assertThat(ended.timedOut()).isTrue();
        assertThat(ended.text()).contains("started");
        assertThat(ProcessSession.marked(mark).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void endsChildrenOfAProgramThatEndsByItself() {
        String mark = UUID.randomUUID().toString();

        ProcessRunner.Ended ended = run("setsid sleep 60 & exit 3", mark, Duration.ofSeconds(20));

        assertThat(ended.exitCode()).isEqualTo(3);
        assertThat(ProcessSession.marked(mark).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void givesAProgramOnlyTheGivenEnvironment() {
        ProcessRunner.Ended ended = run("env", "the-mark", Duration.ofSeconds(20));

        assertThat(ended.text()).contains("THROUGHLINE_CHECK=the-mark").doesNotContain("HOME=");
    }

    private ProcessRunner.Ended run(String script, String mark, Duration limit) {
        return ProcessRunner.run(List.of("/bin/sh", "-c", script), folder, PATH, mark, folder.resolve("out"), limit);
    }
}

package dev.throughline.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledOnOs(OS.LINUX)
class OrphanReaperIT {
    @TempDir
    Path folder;

    @Test
    void aProgramDoesNotOutliveTheProcessThatStartedItEvenWhenThatIsKilled() throws Exception {
        String mark = UUID.randomUUID().toString();
        Process parent = parent(mark);
        try (BufferedReader output = parent.inputReader()) {
            assertThat(output.readLine()).isEqualTo("started");
        }
        List<ProcessHandle> programs = ProcessSession.marked(mark).toList();

        parent.destroyForcibly();

        assertThat(programs)
                .isNotEmpty()
                .allSatisfy(program -> assertThat(
                                program.onExit().get(30, TimeUnit.SECONDS).isAlive())
                        .isFalse());
    }

    private Process parent(String mark) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName(),
                        mark,
                        folder.toString())
                .start();
    }

    /// A process that starts a program, says so, and waits for it.
    static final class Parent {
        private Parent() {}

        public static void main(String[] arguments) throws InterruptedException {
            Path folder = Path.of(arguments[1]);
            Map<String, String> environment = Map.of("PATH", System.getenv("PATH"));
            ProcessRunner.Open program = ProcessRunner.open(
                    List.of("/bin/sh", "-c", "sleep 600 & sleep 600"), folder, environment, arguments[0]);
            while (ProcessSession.marked(arguments[0]).count() < 3) {
                Thread.onSpinWait();
            }
            System.out.println("started");
            program.process().waitFor(Duration.ofMinutes(10).toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}

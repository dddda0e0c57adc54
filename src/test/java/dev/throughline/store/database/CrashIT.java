package dev.throughline.store.database;

import dev.throughline.testing.Expensive;
import dev.throughline.testing.PostgresResource;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Expensive(17)
class CrashIT {
    @TempDir
    Path directory;

    /// A process that opens the database, writes a committed row, reports it and waits to be killed.
    static final class Victim {
        private Victim() {}

        @SuppressWarnings("resource") // it dies with the process
        public static void main(String[] args) throws Exception {
            Database database = Database.openEmbedded(Path.of(args[0]), PostgresResource.BINARIES);
            EmbeddedServerIT.execute(database, "CREATE TABLE kept AS SELECT 'before the crash' AS text");
            System.out.println("READY");
            Thread.currentThread().join();
        }
    }

    @Test
    void findsTheServerThatAKilledProcessLeftBehindAndItsData() throws Exception {
        kill(startVictim());
        long orphan = postmaster();

        try (Database database = Database.openEmbedded(directory, PostgresResource.BINARIES)) {
            assertThat(EmbeddedServerIT.query(database, "SELECT text FROM kept"))
                    .isEqualTo("before the crash");
            assertThat(postmaster()).isEqualTo(orphan);
        }

        assertThat(ProcessHandle.of(orphan).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void recoversTheDataWhenServerAndProcessWereKilled() throws Exception {
        Process victim = startVictim();
        ProcessHandle server = ProcessHandle.of(postmaster()).orElseThrow();
        kill(victim);
        server.destroyForcibly();
        server.onExit().get();

        try (Database database = Database.openEmbedded(directory, PostgresResource.BINARIES)) {
            assertThat(EmbeddedServerIT.query(database, "SELECT text FROM kept"))
                    .isEqualTo("before the crash");
        }
    }

    @Test
    void leavesTheServerToTheProcessThatStillUsesIt() throws Exception {
        Process victim = startVictim();
        Database second = Database.openEmbedded(directory, PostgresResource.BINARIES);
        try (Connection session = EmbeddedServerIT.connect(second)) {
            kill(victim);
            assertThat(session.isValid(1)).isTrue();
        }
        second.close();
        assertThatThrownBy(() -> EmbeddedServerIT.connect(second)).isInstanceOf(SQLException.class);
    }

    private Process startVictim() throws IOException {
        Process victim = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines = victim.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals("READY")) {
                return victim;
            }
        }
        throw new IllegalStateException("the process ended with " + victim.exitValue() + " before it was ready");
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    private long postmaster() throws IOException {
        return Postmaster.find(directory.resolve("postgres"))
                .orElseThrow()
                .process()
                .pid();
    }
}

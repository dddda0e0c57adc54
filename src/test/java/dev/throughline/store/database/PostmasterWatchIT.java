package dev.throughline.store.database;

import dev.throughline.testing.Expensive;
import dev.throughline.testing.PostgresResource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Expensive(14)
class PostmasterWatchIT {
    @TempDir
    Path directory;

    @Test
    void startsAServerAgainThatWasKilledWithItsDataOnTheSamePort() throws Exception {
        try (Database database = open()) {
            EmbeddedServerIT.execute(database, "CREATE TABLE kept AS SELECT 42 AS answer");
            ProcessHandle first = postmaster();

            kill(List.of(first));
            await(database);
            ProcessHandle second = postmaster();
            kill(Stream.concat(Stream.of(second), second.descendants()).toList());
            await(database);

            assertThat(List.of(first, second)).doesNotContain(postmaster());
            assertThat(EmbeddedServerIT.query(database, "SELECT answer FROM kept"))
                    .isEqualTo("42");
            assertThat(EmbeddedServerIT.query(database, "SHOW fsync")).isEqualTo("on");
            assertThat(EmbeddedServerIT.query(database, "SHOW listen_addresses"))
                    .isEqualTo("127.0.0.1");
        }
    }

    @Test
    void leavesAServerAloneThatItsLastUserStopped() throws Exception {
        Database database = open();
        kill(List.of(postmaster()));
        await(database);
        ProcessHandle again = postmaster();

        database.close();

        assertThat(again.isAlive()).isFalse();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
        assertThat(Postmaster.find(directory.resolve("postgres"))).isEmpty();
    }

    private Database open() {
        return Database.openEmbedded(directory, PostgresResource.BINARIES);
    }

    private ProcessHandle postmaster() throws IOException {
        return Postmaster.find(directory.resolve("postgres")).orElseThrow().process();
    }

    private static void kill(List<ProcessHandle> processes) {
        processes.forEach(ProcessHandle::destroyForcibly);
        processes.forEach(
                process -> process.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }

    private static void await(Database database) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!answers(database)) {
            assertThat(System.nanoTime()).as("within 60 s").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private static boolean answers(Database database) {
        try {
            return EmbeddedServerIT.query(database, "SELECT 1").equals("1");
        } catch (SQLException _) {
            return false;
        }
    }
}

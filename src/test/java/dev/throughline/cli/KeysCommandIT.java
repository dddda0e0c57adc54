package dev.throughline.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// The commands on a separate embedded database.
class KeysCommandIT {
    @TempDir
    static Path directory;

    @Test
    void aKeyIsShownOnceListedWithoutItsSecretAndRevoked() {
        Run made = run("keys", "create", "--scope", "run", "--name", "my laptop", "--streams", "3");
        String key = made.out().strip();
        assertThat(key).matches("tlk_[0-9a-v]{10}_[0-9a-v]{52}");
        assertThat(made.err()).contains("not shown again");
        String id = key.substring(4, 14);

        assertThat(run("keys", "list").out())
                .contains(id, "run", "valid", "my laptop", "streams 3")
                .doesNotContain(key.substring(15));
        assertThat(run("keys", "revoke", id).code()).isZero();
        assertThat(run("keys", "list").out()).contains("revoked 20");
        assertThat(run("keys", "revoke", id).code()).isEqualTo(1);
    }

    @Test
    void theServiceDoesNotStartForOthersWithoutAKey() {
        run("keys", "list").out().lines().map(line -> line.substring(0, 10)).forEach(id -> run("keys", "revoke", id));

        Run refused = run("serve", "--host", "0.0.0.0", "--port", "0");

        assertThat(refused.code()).isEqualTo(70);
        assertThat(refused.err().strip().lines()).singleElement().asString().contains("keys create");
    }

    private record Run(int code, String out, String err) {}

    private static Run run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        List<String> all = new java.util.ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data-dir", directory.toString()));
        int code = ThroughlineCommandLine.create()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
        return new Run(code, out.toString(), err.toString());
    }
}

package dev.throughline.cli;

import dev.throughline.access.KeyTable;
import dev.throughline.store.database.Database;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void aFirstKeyIsPutInOnceAndStaysRevoked() {
        String text = "tlk_0123456789_" + "v".repeat(52);
        first(text);
        first(text);

        assertThat(run("keys", "list").out()).containsOnlyOnce("0123456789").contains("admin", "first");
        assertThat(run("keys", "revoke", "0123456789").code()).isZero();
        first(text);
        assertThat(run("keys", "list").out()).containsPattern("0123456789 .*revoked");
        assertThatThrownBy(() -> first("secret"))
                .hasMessageContaining("form of a key")
                .hasMessageNotContaining("secret");
    }

    private static void first(String text) {
        try (Database database = Database.open(Map.of("THROUGHLINE_DATA_DIR", directory.toString()))) {
            new KeyTable(database.dataSource()).first(text);
        }
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

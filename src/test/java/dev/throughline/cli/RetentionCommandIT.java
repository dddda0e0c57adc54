package dev.throughline.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// The command on a separate embedded database.
class RetentionCommandIT {
    @TempDir
    static Path directory;

    @Test
    void countsWhatWouldGo() {
        Result dry = run("retention", "--dry-run", "--contents", "7d", "--runs", "90d");

        assertThat(dry.err()).isEmpty();
        assertThat(dry.code()).isZero();
        assertThat(dry.out())
                .isEqualToIgnoringNewLines("Would remove the contents of 0 runs, and 0 runs. Nothing was changed.");
    }

    @Test
    void removesNowWhenAsked() {
        Result now = run("retention", "--now", "--contents", "7d");

        assertThat(now.err()).isEmpty();
        assertThat(now.code()).isZero();
        assertThat(now.out()).startsWith("Removed the contents of 0 runs, 0 runs and ");
    }

    @Test
    void isOffUnlessSet() {
        Result dry = run("retention", "--dry-run");

        assertThat(dry.code()).isZero();
        assertThat(dry.out()).contains("no throughline.retention.* is set");
    }

    @Test
    void refusesAnOrderThatCannotBe() {
        Result wrong = run("retention", "--dry-run", "--contents", "7d", "--runs", "1d");

        assertThat(wrong.code()).isEqualTo(64);
        assertThat(wrong.err()).contains("throughline.retention.contents", "throughline.retention.runs");
        assertThat(run("retention", "--dry-run", "--contents", "soon").code()).isEqualTo(64);
        assertThat(run("retention").code()).isEqualTo(64);
        assertThat(run("retention", "--dry-run", "--now").code()).isEqualTo(64);
    }

    private record Result(int code, String out, String err) {}

    private static Result run(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data-dir", directory.toString()));
        int code = ThroughlineCommandLine.create()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
        return new Result(code, out.toString(), err.toString());
    }
}

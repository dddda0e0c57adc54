package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FaultTableTest {
    private static final Path KEPT = Path.of("src/site/markdown/operations/faults.md");
    private static final LocalDate DAY = LocalDate.of(2026, 11, 22);

    @TempDir
    Path folder;

    @Test
    void everyFaultHasARowInTheKeptTable() throws IOException {
        List<String> names = Faults.names();
        FaultTable kept = new FaultTable(names).merge(KEPT);

        assertThat(KEPT).as("written by .ci/faults --table " + KEPT).content().isEqualTo(kept.text());
    }

    @Test
    void aFaultThatIsTriedAgainAddsToItsRow() {
        var table = new FaultTable(List.of("one", "two"));
        table.add("one", new FaultOutcome("first", 3, 1, Duration.ofMillis(1_250), List.of("a", "b")), DAY);
        table.add("one", new FaultOutcome("a | b\nc", 4, 0, Duration.ZERO, List.of()), DAY.plusDays(1));

        assertThat(table.text()).contains("""
                | one | a / b c | 2 | 7 | 1 | 2 | - | 2026-11-23 |
                | two | not tried yet | 0 | - | - | - | - | - |
                """);
    }

    @Test
    void aFaultThatIsNotTriedKeepsItsRowAndOneThatIsGoneLosesIt() throws IOException {
        Path file = folder.resolve("site/faults.md");
        var first = new FaultTable(List.of("gone", "stays"));
        first.add("gone", faultOutcome(), DAY);
        first.add("stays", faultOutcome(), DAY);
        first.write(file);

        var second = new FaultTable(List.of("new", "stays")).merge(file);
        second.add("new", faultOutcome(), DAY.plusDays(1));

        assertThat(second.text()).contains("""
                |---|---|---:|---:|---:|---:|---:|---|
                | new | killed | 1 | 0 | 0 | 0 | 2.0 s | 2026-11-23 |
                | stays | killed | 1 | 0 | 0 | 0 | 2.0 s | 2026-11-22 |
                """);
        assertThat(second.row("gone")).isEmpty();
    }

    private static FaultOutcome faultOutcome() {
        return new FaultOutcome("killed", 0, 0, Duration.ofSeconds(2), List.of());
    }
}

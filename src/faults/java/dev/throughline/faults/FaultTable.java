package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/// What the faults did, as a table in Markdown that is kept with the documents. A fault that is tried again adds to
/// its row; one that is not tried keeps it.
final class FaultTable {
    private static final String TEXT = """
            # What was tried

            Each fault breaks processes on purpose, ours or PostgreSQL's, while clients receive answers, and then
            compares what they received with what the database contains. *Lost tokens* are tokens of answers that a
            client saw complete and that the database does not contain; *false ends* are answers that a client saw
            complete and that were not complete and committed. Both are totals over all times a fault was tried; the
            rest of a row describes the last time.

            `.ci/faults --table src/site/markdown/operations/faults.md [NAME…]` tries faults (all of them, without
            a name) and writes this file. Rows of faults that are not tried stay as they are.

            """;
    private static final String HEAD = "| fault | what was done | tried | lost tokens | false ends | promises broken"
            + " | time to recover | last tried |";
    private static final String RULE = "|---|---|---:|---:|---:|---:|---:|---|";
    private static final String NOT_YET = "not tried yet";
    private static final String NONE = "-";
    private static final int COLUMNS = 8;

    private final Map<String, Row> rows = new LinkedHashMap<>();

    /// What is known of a fault.
    /// @param times how often it was tried to its end
    /// @param broken promises that did not hold
    record Row(String done, long times, long lostTokens, long falseEnds, long broken, String recovery, String last) {
        static final Row EMPTY = new Row(NOT_YET, 0, 0, 0, 0, NONE, NONE);

        Row with(FaultOutcome faultOutcome, LocalDate day) {
            return new Row(
                    faultOutcome.done().replace('|', '/').replace('\n', ' '),
                    times + 1,
                    lostTokens + faultOutcome.lostTokens(),
                    falseEnds + faultOutcome.falseEnds(),
                    broken + faultOutcome.broken().size(),
                    seconds(faultOutcome.recovery()),
                    day.toString());
        }

        private static String seconds(Duration duration) {
            return duration.isZero() ? NONE : String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
        }

        private String line(String name) {
            var line = new StringJoiner(" | ", "| ", " |").add(name).add(done).add(Long.toString(times));
            for (long count : new long[] {lostTokens, falseEnds, broken}) {
                line.add(times == 0 ? NONE : Long.toString(count));
            }
            return line.add(recovery).add(last).toString();
        }
    }

    /// A table with nothing in it but the names.
    /// @param names of all faults, in the order of the table
    FaultTable(List<String> names) {
        names.forEach(name -> rows.put(name, Row.EMPTY));
    }

    /// Takes over the rows of a table that was written before, of faults that there still are.
    FaultTable merge(String before) {
        before.lines()
                .map(FaultTable::cells)
                .flatMap(Optional::stream)
                .filter(cells -> rows.containsKey(cells.getFirst()))
                .forEach(cells -> rows.put(cells.getFirst(), row(cells)));
        return this;
    }

    /// The same with those of a file, if there is one.
    FaultTable merge(Path file) throws IOException {
        return Files.exists(file) ? merge(Files.readString(file)) : this;
    }

    void add(String name, FaultOutcome faultOutcome, LocalDate day) {
        rows.computeIfPresent(name, (_, row) -> row.with(faultOutcome, day));
    }

    Optional<Row> row(String name) {
        return Optional.ofNullable(rows.get(name));
    }

    String text() {
        List<String> lines = new ArrayList<>(List.of(HEAD, RULE));
        rows.forEach((name, row) -> lines.add(row.line(name)));
        return TEXT + String.join("\n", lines) + "\n";
    }

    void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text());
    }

    private static Optional<List<String>> cells(String line) {
        if (!line.startsWith("| ") || line.equals(HEAD)) {
            return Optional.empty();
        }
        List<String> cells = List.of(line.substring(2, line.length() - 2).split(" \\| ", -1));
        return cells.size() == COLUMNS ? Optional.of(cells) : Optional.empty();
    }

    private static Row row(List<String> cells) {
        return new Row(
                cells.get(1),
                number(cells.get(2)),
                number(cells.get(3)),
                number(cells.get(4)),
                number(cells.get(5)),
                cells.get(6),
                cells.get(7));
    }

    private static long number(String cell) {
        return cell.equals(NONE) ? 0 : Long.parseLong(cell);
    }
}

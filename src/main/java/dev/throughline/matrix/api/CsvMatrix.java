package dev.throughline.matrix.api;

import dev.throughline.export.CsvTable;
import dev.throughline.export.FileKind;
import dev.throughline.matrix.Axis;
import dev.throughline.verdict.Status;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The cells as a CSV table with a row per cell and a column for the number of runs of each status.
public record CsvMatrix() implements MatrixFormat {
    private static final List<String> STATUS = List.of(
            "capability",
            "status",
            "within_turn",
            "across_turns",
            "flags",
            "confidence",
            "votes",
            "origin",
            "first_measured",
            "last_measured",
            "reported",
            "history",
            "run");

    @Override
    public FileKind kind() {
        return FileKind.CSV;
    }

    @Override
    public byte[] write(MatrixPage page) {
        Stream<String> axes = Arrays.stream(Axis.values()).map(Axis::column);
        Stream<String> runs = statuses().map(name -> "runs_" + name);
        var table = new CsvTable(row("cell", axes, STATUS.stream(), runs));
        page.cells().forEach(cell -> table.row(row(cell.id(), axes(cell), status(cell), counts(cell))));
        return table.bytes();
    }

    private static List<String> row(String id, Stream<String> axes, Stream<String> status, Stream<String> counts) {
        return Stream.of(Stream.of(id), axes, status, counts)
                .flatMap(Function.identity())
                .toList();
    }

    private static Stream<String> axes(MatrixCell cell) {
        return Arrays.stream(Axis.values())
                .map(axis -> axis.of(cell.combination().key()));
    }

    private static Stream<String> statuses() {
        return Arrays.stream(Status.values()).map(status -> status.name().toLowerCase(Locale.ROOT));
    }

    private static Stream<String> counts(MatrixCell cell) {
        return Arrays.stream(Status.values())
                .map(status -> Integer.toString(cell.counts().getOrDefault(status, 0)));
    }

    private static Stream<String> status(MatrixCell cell) {
        return Stream.of(
                cell.capability().name(),
                cell.status().name(),
                cell.withinTurn().name(),
                cell.acrossTurns().name(),
                cell.flags().stream().map(Enum::name).collect(Collectors.joining(" ")),
                cell.confidence().name(),
                Integer.toString(cell.votes()),
                Objects.toString(cell.origin(), ""),
                cell.firstMeasured().toString(),
                cell.lastMeasured().toString(),
                cell.claims().stream().map(CellWords::claim).collect(Collectors.joining("; ")),
                cell.links().history(),
                Objects.toString(cell.links().run(), ""));
    }
}

package dev.throughline.matrix.report;

import dev.throughline.export.CsvTable;
import dev.throughline.export.FileKind;
import dev.throughline.verdict.Status;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The cells as a CSV table with a row per cell and a column for the number of runs of each status.
public record CsvMatrix() implements MatrixFormat {
    private static final List<String> HEADER = List.of(
            "cell",
            "client",
            "client_version",
            "variant",
            "sdk",
            "reasoning_field",
            "model",
            "gateway",
            "gateway_version",
            "backend",
            "backend_version",
            "template",
            "dialect_in",
            "dialect_out",
            "policy",
            "scenario",
            "streaming",
            "suite",
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
        var table = new CsvTable(Stream.concat(HEADER.stream(), statuses().map(name -> "runs_" + name))
                .toList());
        page.cells()
                .forEach(
                        cell -> table.row(Stream.concat(row(cell), counts(cell)).toList()));
        return table.bytes();
    }

    private static Stream<String> statuses() {
        return Arrays.stream(Status.values()).map(status -> status.name().toLowerCase(Locale.ROOT));
    }

    private static Stream<String> counts(MatrixCell cell) {
        return Arrays.stream(Status.values())
                .map(status -> Integer.toString(cell.counts().getOrDefault(status, 0)));
    }

    private static Stream<String> row(MatrixCell cell) {
        return Stream.of(
                cell.id(),
                product(cell.client()),
                version(cell.client()),
                cell.variant(),
                cell.sdk(),
                cell.reasoningField(),
                cell.model(),
                product(cell.gateway()),
                version(cell.gateway()),
                product(cell.backend()),
                version(cell.backend()),
                Objects.toString(cell.template(), ""),
                cell.dialectIn(),
                cell.dialectOut(),
                cell.policy(),
                cell.scenario(),
                cell.streaming(),
                Integer.toString(cell.suite()),
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

    private static String product(@Nullable ProductAt side) {
        return side == null ? "" : side.product();
    }

    private static String version(@Nullable ProductAt side) {
        return side == null ? "" : side.version();
    }
}

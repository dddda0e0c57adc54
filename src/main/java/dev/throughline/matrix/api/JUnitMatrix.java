package dev.throughline.matrix.api;

import dev.throughline.export.FileKind;
import dev.throughline.export.JUnitFile;
import dev.throughline.export.JUnitFile.Property;
import dev.throughline.export.JUnitFile.Result;
import dev.throughline.export.JUnitFile.TestCase;
import dev.throughline.export.JUnitFile.TestSuite;
import dev.throughline.verdict.SuiteVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The cells as JUnit XML: a suite per combination, a case per capability. Cells whose runs were
/// inconclusive are skipped.
public record JUnitMatrix() implements MatrixFormat {
    @Override
    public FileKind kind() {
        return FileKind.JUNIT;
    }

    @Override
    public byte[] write(MatrixPage page) {
        Map<String, List<TestCase>> cases = new LinkedHashMap<>();
        page.cells()
                .forEach(cell -> cases.computeIfAbsent(
                                CellWords.subject(cell) + ": " + CellWords.setting(cell), _ -> new ArrayList<>())
                        .add(of(cell)));
        Instant newest = page.cells().stream()
                .map(MatrixCell::lastMeasured)
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
        return JUnitFile.of(
                cases.entrySet().stream()
                        .map(suite -> new TestSuite(suite.getKey(), suite.getValue()))
                        .toList(),
                newest,
                List.of(new Property("suite", SuiteVersion.VERSION)));
    }

    private static TestCase of(MatrixCell cell) {
        Result result = switch (cell.status()) {
            case PRESERVED -> Result.PASSED;
            case BROKEN, PARTIAL -> Result.FAILURE;
            case ERROR -> Result.ERROR;
            case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED -> Result.SKIPPED;
        };
        String message = cell.status() + ": within the turn " + cell.withinTurn() + ", across turns "
                + cell.acrossTurns() + ", " + CellWords.counts(cell.counts()) + ", last measured "
                + cell.lastMeasured();
        String claims = cell.claims().stream().map(CellWords::claim).collect(Collectors.joining("\n"));
        return new TestCase(cell.capability().name(), result, cell.status().name(), message, claims);
    }
}

package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.FileFormat;
import dev.throughline.export.FileKind;
import dev.throughline.export.JUnitFile;
import dev.throughline.export.JUnitFile.Property;
import dev.throughline.export.JUnitFile.Result;
import dev.throughline.export.JUnitFile.TestCase;
import dev.throughline.export.JUnitFile.TestSuite;
import dev.throughline.export.JsonLines;
import dev.throughline.verdict.SuiteVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// An output format of matrix cells. Pure: the same page yields the same bytes.
public sealed interface MatrixFormat extends FileFormat
        permits JsonMatrix, MatrixFormat.JsonLinesMatrix, MatrixFormat.JUnitMatrix, SarifMatrix, CsvMatrix, HtmlMatrix {
    /// All formats; the first is the default.
    List<MatrixFormat> ALL = List.of(
            new JsonMatrix(),
            new JsonLinesMatrix(),
            new JUnitMatrix(),
            new SarifMatrix(),
            new CsvMatrix(),
            new HtmlMatrix());

    byte[] write(MatrixPage page);

    /// The cells as JSON lines: a header, a line per cell, and a footer with the counts by status, the cursor
    /// of the next page if there is one, and a digest.
    record JsonLinesMatrix() implements MatrixFormat {
        private static final int VERSION = 1;

        @Override
        public FileKind kind() {
            return FileKind.JSONL;
        }

        @Override
        public byte[] write(MatrixPage page) {
            ObjectNode header = MatrixJsonWriter.object().put("suiteVersion", SuiteVersion.VERSION);
            if (page.asOf() != null) {
                header.put("asOf", page.asOf().toString());
            }
            JsonLines file = JsonLines.begin("matrix", VERSION, header);
            var counts = new TreeMap<String, Integer>();
            page.cells().forEach(cell -> {
                file.line("cell", cell);
                counts.merge(cell.status().name(), 1, Integer::sum);
            });
            ObjectNode footer = MatrixJsonWriter.object();
            footer.set("statuses", MatrixJsonWriter.tree(counts));
            if (page.next() != null) {
                footer.put("next", page.next());
            }
            return file.end(footer);
        }
    }

    /// The cells as JUnit XML: a suite per combination, a case per capability. Cells whose runs were
    /// inconclusive are skipped.
    record JUnitMatrix() implements MatrixFormat {
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
}

package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.CsvTable;
import dev.throughline.export.FileFormat;
import dev.throughline.export.FileKind;
import dev.throughline.export.HtmlPage;
import dev.throughline.export.JUnitFile;
import dev.throughline.export.JUnitFile.Property;
import dev.throughline.export.JUnitFile.Result;
import dev.throughline.export.JUnitFile.TestCase;
import dev.throughline.export.JUnitFile.TestSuite;
import dev.throughline.export.JsonLines;
import dev.throughline.export.SarifLog;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.rest.PageLinks;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.SuiteVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An output format of matrix cells. Pure: the same page yields the same bytes.
public sealed interface MatrixFormat extends FileFormat {
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

    /// The cells as one JSON object: the shape of `MatrixPage`.
    record JsonMatrix() implements MatrixFormat {
        @Override
        public FileKind kind() {
            return FileKind.JSON;
        }

        @Override
        public byte[] write(MatrixPage page) {
            return MatrixJsonWriter.bytes(page);
        }
    }

    /// The cells as a single file that works offline and without scripts, in the style of the pages. Its links lead to
    /// the service that wrote it.
    record HtmlMatrix() implements MatrixFormat {
        @Override
        public FileKind kind() {
            return FileKind.HTML;
        }

        @Override
        public byte[] write(MatrixPage page) {
            MatrixTable table = MatrixTable.of(page, page.page().replaceFirst("\\?.*$", ""));
            return MatrixTemplates.file(table, page, PageLinks.SERVICE, HtmlPage.STYLE, HtmlPage.POLICY)
                    .render()
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    /// Writes what is not preserved as SARIF: a rule per capability and status, a result per cell. A flaky cell is a
    /// warning.
    ///
    /// A location is logically `opencode@1.1.34/THINK`; the cell's id is the fingerprint, and the selection
    /// the category.
    record SarifMatrix() implements MatrixFormat {
        @Override
        public FileKind kind() {
            return FileKind.SARIF;
        }

        @Override
        public byte[] write(MatrixPage page) {
            var log = new SarifLog(SuiteVersion.VERSION, category(page), "", SarifLog.USUAL_FILE);
            page.cells().stream().filter(SarifMatrix::isListed).forEach(cell -> result(log, cell));
            log.invocation().put("executionSuccessful", true);
            log.properties().put("cells", page.cells().size()).put("isWhole", page.next() == null);
            return log.bytes();
        }

        private static String category(MatrixPage page) {
            String selection = URI.create(page.page()).getRawQuery();
            return "throughline/matrix" + (selection == null ? "" : "?" + selection);
        }

        private static boolean isListed(MatrixCell cell) {
            return switch (cell.status()) {
                case BROKEN, PARTIAL -> true;
                case PRESERVED, INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> false;
            };
        }

        private static void result(SarifLog log, MatrixCell cell) {
            String words = cell.capability() + " is " + CellWords.words(cell.status());
            ObjectNode result =
                    log.result(cell.capability() + "/" + cell.status(), cell.capability() + " " + cell.status(), words);
            boolean isFlaky = cell.flags().contains(Cell.Flag.FLAKY);
            result.put("kind", "fail").put("level", isFlaky ? "warning" : "error");
            SarifLog.message(
                    result,
                    CellWords.subject(cell) + ": " + words + " (within the turn " + CellWords.words(cell.withinTurn())
                            + ", across turns " + CellWords.words(cell.acrossTurns()) + "; " + CellWords.setting(cell)
                            + "; " + CellWords.counts(cell.counts()) + ")");
            log.location(
                    result.putArray("locations"),
                    CellWords.subject(cell),
                    CellWords.subject(cell) + "/" + cell.capability(),
                    "module");
            log.fingerprint(result, "cell/v1", cell.id());
            ObjectNode properties = result.putObject("properties");
            properties
                    .put("confidence", cell.confidence().name())
                    .put("votes", cell.votes())
                    .put("flags", cell.flags().stream().map(Enum::name).collect(Collectors.joining(" ")))
                    .put("lastMeasured", cell.lastMeasured().toString())
                    .put("history", cell.links().history());
        }
    }

    /// The cells as a CSV table with a row per cell and a column for the number of runs of each status.
    record CsvMatrix() implements MatrixFormat {
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
}

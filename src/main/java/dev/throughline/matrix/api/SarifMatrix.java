package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.FileKind;
import dev.throughline.export.SarifLog;
import dev.throughline.matrix.Cell;
import dev.throughline.verdict.SuiteVersion;
import java.net.URI;
import java.util.stream.Collectors;

/// Writes what is not preserved as SARIF: a rule per capability and status, a result per cell. A flaky cell is a
/// warning.
///
/// A location is logically `opencode@1.1.34/THINK`; the cell's id is the fingerprint, and the selection the category.
public record SarifMatrix() implements MatrixFormat {
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

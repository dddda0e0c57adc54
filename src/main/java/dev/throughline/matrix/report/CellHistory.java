package dev.throughline.matrix.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.export.HtmlPage;
import dev.throughline.export.MarkupWriter;
import dev.throughline.matrix.Vote;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The runs of a cell over time, newest first.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "The runs of a cell over time, newest first.")
public record CellHistory(
        MatrixCell cell,
        List<CellRun> runs,

        @Schema(description = "Value of cursor for the next page; absent on the last.") @Nullable
        String next) {
    private static final List<String> COLUMNS =
            List.of("Sealed", "Status", "Within turn", "Across turns", "Exact / due", "Other outcomes", "Evidence");

    public CellHistory {
        runs = List.copyOf(runs);
    }

    /// The history as an HTML page.
    public byte[] page() {
        String title = CellWords.subject(cell) + " " + cell.capability();
        return HtmlPage.of(title + " - Throughline", markupWriter -> {
            markupWriter.element("h1", title).line();
            markupWriter.element("p", CellWords.setting(cell), "class", "faint").line();
            markupWriter.open("p");
            HtmlPage.pill(markupWriter, CellWords.tone(cell.status()), CellWords.words(cell.status()));
            markupWriter.text(
                    " " + CellWords.counts(cell.counts()) + "; confidence " + CellWords.words(cell.confidence()));
            cell.flags().forEach(flag -> markupWriter.text(", " + CellWords.words(flag)));
            markupWriter.closeLine();
            HtmlPage.table(markupWriter, COLUMNS, rows -> runs.forEach(run -> row(rows, run)));
            claims(markupWriter);
            if (next != null) {
                markupWriter.open("p");
                markupWriter.element("a", "Older runs", "href", cell.links().history() + "?format=html&cursor=" + next);
                markupWriter.closeLine();
            }
        });
    }

    private void claims(MarkupWriter markupWriter) {
        if (cell.claims().isEmpty()) {
            return;
        }
        markupWriter
                .element("h2", "Reported elsewhere, not counted")
                .line()
                .open("ul")
                .line();
        cell.claims()
                .forEach(claim ->
                        markupWriter.element("li", CellWords.claim(claim)).line());
        markupWriter.closeLine();
    }

    private static void row(MarkupWriter rows, CellRun run) {
        rows.open("tr").element("td", run.sealed().toString());
        List.of(run.status(), run.withinTurn(), run.acrossTurns()).forEach(status -> {
            rows.open("td");
            HtmlPage.pill(rows, CellWords.tone(status), CellWords.words(status));
            rows.close();
        });
        rows.element("td", run.exact() + " / " + run.due());
        rows.element("td", outcomes(run.outcomes())).open("td");
        if (run.links() == null) {
            rows.text(run.origin() == Vote.Origin.PROJECT ? "measured by the project" : "not held here");
        } else {
            rows.element("a", "report", "href", run.links().report() + "?format=html");
            for (int i = 0; i < run.links().exchanges().size(); i++) {
                rows.text(" ")
                        .element(
                                "a",
                                "#" + (i + 1),
                                "href",
                                run.links().exchanges().get(i));
            }
        }
        rows.close().closeLine();
    }

    private static String outcomes(Map<?, Integer> outcomes) {
        return outcomes.entrySet().stream()
                .map(count -> Objects.toString(count.getKey()) + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }
}

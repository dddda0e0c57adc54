package dev.throughline.matrix.report;

import dev.throughline.export.FileKind;
import dev.throughline.export.HtmlPage;
import dev.throughline.export.MarkupWriter;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The cells as a single page that works offline and without scripts: a table per product, a row per
/// version and configuration, a column per capability. Every status is written out; its color only repeats
/// it.
public record HtmlMatrix() implements MatrixFormat {
    private static final String SHARED = "Which version of which client returns a model's reasoning, measured with real"
            + " programs. Each result links to the runs that it is based on.";
    private static final String OWN = "Results of the runs and checks of your key. They count for no other"
            + " key, because the"
            + " key lacks the scope measure. Each result links to the newest run that agrees with it.";

    @Override
    public FileKind kind() {
        return FileKind.HTML;
    }

    @Override
    public byte[] write(MatrixPage page) {
        return HtmlPage.of("Compatibility matrix - Throughline", markupWriter -> {
            boolean isOwn = Boolean.TRUE.equals(page.own());
            markupWriter
                    .element("h1", isOwn ? "Measured by your key" : "Compatibility matrix")
                    .line();
            markupWriter.element("p", isOwn ? OWN : SHARED, "class", "faint").line();
            Map<String, List<MatrixCell>> products = page.cells().stream()
                    .collect(Collectors.groupingBy(CellWords::product, LinkedHashMap::new, Collectors.toList()));
            filters(markupWriter, page, products.keySet());
            if (products.isEmpty()) {
                markupWriter
                        .element("p", "Nothing was measured for this filter.", "class", "verdict none")
                        .line();
            }
            products.forEach((product, cells) -> product(markupWriter, page, product, cells));
            next(markupWriter, page);
        });
    }

    private static void filters(MarkupWriter markupWriter, MatrixPage page, Set<String> products) {
        String start = page.page().replaceFirst("\\?.*$", "");
        markupWriter.open("nav", "aria-label", "Filters").line();
        link(markupWriter, start, "everything");
        link(markupWriter, start + "?latest=true", "newest versions");
        if (page.own() != null) {
            link(markupWriter, start + "?own=true", "measured by your key");
        }
        for (Capability capability : Capability.values()) {
            link(markupWriter, with(page.page(), "capability", capability.name()), capability.name());
        }
        markupWriter.closeLine().open("nav", "aria-label", "Products").line();
        products.forEach(product -> link(markupWriter, "#" + anchor(product), product));
        markupWriter.closeLine();
        if (page.asOf() != null) {
            markupWriter.element("p", "As of " + page.asOf() + ".").line();
        }
        HtmlPage.onlyLost(markupWriter, "Only rows in which something is not preserved");
    }

    private static void product(MarkupWriter markupWriter, MatrixPage page, String product, List<MatrixCell> cells) {
        markupWriter
                .open("h2", "id", anchor(product))
                .element(
                        "a",
                        product,
                        "href",
                        with(page.page(), cells.getFirst().client() == null ? "product" : "client", product))
                .closeLine();
        Set<String> common = common(cells);
        markupWriter
                .element("p", "All rows: " + String.join(", ", common) + ".", "class", "faint")
                .line();
        Set<Capability> capabilities =
                cells.stream().map(MatrixCell::capability).collect(Collectors.toCollection(TreeSet::new));
        List<String> header = new ArrayList<>(List.of("Version", "Setting"));
        capabilities.forEach(capability -> header.add(capability.name()));
        Map<String, List<MatrixCell>> rows = cells.stream()
                .collect(Collectors.groupingBy(
                        cell -> CellWords.subject(cell) + CellWords.setting(cell),
                        LinkedHashMap::new,
                        Collectors.toList()));
        HtmlPage.table(
                markupWriter, header, body -> rows.values().forEach(row -> row(body, row, common, capabilities)));
        claims(markupWriter, cells);
    }

    private static void row(
            MarkupWriter body, List<MatrixCell> cells, Set<String> common, Set<Capability> capabilities) {
        boolean isKept = cells.stream().noneMatch(cell -> isLost(cell.status()));
        body.open("tr", "class", isKept ? "kept" : "lost");
        body.element("th", version(cells.getFirst()), "scope", "row");
        body.open("td");
        CellWords.settings(cells.getFirst()).stream()
                .filter(part -> !common.contains(part))
                .forEach(part -> body.element("span", part, "class", "part").text(" "));
        body.close();
        for (Capability capability : capabilities) {
            body.open("td");
            cells.stream().filter(cell -> cell.capability() == capability).forEach(cell -> cell(body, cell));
            body.close();
        }
        body.closeLine();
    }

    private static void cell(MarkupWriter body, MatrixCell cell) {
        String target =
                cell.own() == null ? cell.links().history() : cell.links().report();
        if (target == null) {
            body.open("span", "title", title(cell));
        } else {
            body.open("a", "href", target + "?format=html", "title", title(cell));
        }
        HtmlPage.pill(body, CellWords.tone(cell.status()), CellWords.words(cell.status()));
        body.close();
        if (cell.own() != null) {
            body.element("span", "your own", "class", "small");
        }
        if (cell.status() == Status.PARTIAL) {
            body.element(
                    "span",
                    "within turn " + CellWords.words(cell.withinTurn()) + ", across "
                            + CellWords.words(cell.acrossTurns()),
                    "class",
                    "small");
        }
        if (!cell.flags().isEmpty()) {
            body.element(
                    "span",
                    cell.flags().stream().map(CellWords::words).collect(Collectors.joining(", ")),
                    "class",
                    "small");
        }
    }

    private static String title(MatrixCell cell) {
        return "within turn " + CellWords.words(cell.withinTurn()) + ", across turns "
                + CellWords.words(cell.acrossTurns()) + "; " + CellWords.counts(cell.counts()) + "; confidence "
                + CellWords.words(cell.confidence()) + "; last measured " + cell.lastMeasured();
    }

    private static void claims(MarkupWriter markupWriter, List<MatrixCell> cells) {
        Set<String> claims = cells.stream()
                .flatMap(cell -> cell.claims().stream().map(CellWords::claim))
                .collect(Collectors.toCollection(TreeSet::new));
        if (claims.isEmpty()) {
            return;
        }
        markupWriter
                .element("p", "Reported elsewhere, not counted:", "class", "faint")
                .line();
        markupWriter.open("ul").line();
        claims.forEach(claim -> markupWriter.element("li", claim).line());
        markupWriter.closeLine();
    }

    private static void next(MarkupWriter markupWriter, MatrixPage page) {
        if (page.next() != null) {
            markupWriter.open("p");
            markupWriter.element("a", "More cells", "href", with(page.page(), "cursor", page.next()), "rel", "next");
            markupWriter.closeLine();
        }
    }

    /// The parts of the configuration shared by all cells.
    private static Set<String> common(List<MatrixCell> cells) {
        Set<String> common = new LinkedHashSet<>(CellWords.settings(cells.getFirst()));
        cells.forEach(cell -> common.retainAll(CellWords.settings(cell)));
        return common;
    }

    private static boolean isLost(Status status) {
        return switch (status) {
            case PRESERVED, NOT_EXERCISED -> false;
            case PARTIAL, BROKEN, INCONCLUSIVE, UNSUPPORTED, ERROR -> true;
        };
    }

    private static String version(MatrixCell cell) {
        ProductAt side = cell.client() == null ? cell.backend() : cell.client();
        return side == null ? "" : side.version();
    }

    private static void link(MarkupWriter markupWriter, String href, String words) {
        markupWriter.open("a", "class", "pill", "href", href).text(words).closeLine();
    }

    private static String anchor(String product) {
        return "product-" + product.replaceAll("[^A-Za-z0-9._-]", "-");
    }

    /// A URL with a query parameter added or replaced.
    static String with(String url, String name, String value) {
        String rest = url.replaceAll("([?&])" + name + "=[^&]*&?", "$1").replaceFirst("[?&]$", "");
        return rest + (rest.contains("?") ? "&" : "?") + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}

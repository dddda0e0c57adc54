package dev.throughline.cli.matrix;

import java.util.List;
import org.jsoup.nodes.Element;

/// Tables in the style of the pages.
final class SiteTable {
    private SiteTable() {}

    /// Adds a table.
    /// @return its body
    static Element in(Element main, List<String> columns) {
        Element table = main.appendElement("div")
                .addClass("scroll")
                .attr("tabindex", "0")
                .attr("role", "group")
                .attr("aria-label", columns.getFirst())
                .appendElement("table")
                .addClass("cells");
        Element head = table.appendElement("thead").appendElement("tr");
        columns.forEach(column -> head.appendElement("th").attr("scope", "col").text(column));
        return table.appendElement("tbody");
    }

    /// Adds a cell to a row.
    static Element cell(Element row, String column) {
        return row.appendElement("td").attr("data-label", column);
    }
}

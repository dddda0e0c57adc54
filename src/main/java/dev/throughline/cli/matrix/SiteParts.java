package dev.throughline.cli.matrix;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;

/// Splits and writes a page with long tables into several files that each hold some of the rows.
final class SiteParts {
    /// Size of a page without its links to the parts beside it, in bytes.
    static final int MOST_BYTES = 95_000;

    private static final String ROWS = "main table.cells > tbody > tr";

    private SiteParts() {}

    /// The page itself where it is small enough. What is beside the tables is on the first part.
    static List<Document> of(Document page) {
        int size = bytes(page);
        if (size <= MOST_BYTES) {
            return List.of(page);
        }
        Elements rows = page.select(ROWS);
        int ofRows = rows.stream().mapToInt(SiteParts::bytes).sum();
        int beside = page.select("main section[aria-labelledby=versions]").stream()
                .mapToInt(SiteParts::bytes)
                .sum();
        List<Document> parts = new ArrayList<>();
        int frame = size - ofRows - beside;
        int taken = frame + beside;
        int from = 0;
        for (int at = 0; at < rows.size(); at++) {
            int row = bytes(rows.get(at));
            if (taken + row > MOST_BYTES && at > from) {
                parts.add(part(page, from, at));
                from = at;
                taken = frame;
            }
            taken += row;
        }
        parts.add(part(page, from, rows.size()));
        return parts;
    }

    /// Writes the parts of a page, each with links to those beside it.
    /// @param file of the first one
    static void write(List<Document> parts, String file, SiteFolder folder) {
        for (int at = 0; at < parts.size(); at++) {
            Element main = parts.get(at).expectFirst("main");
            if (parts.size() > 1) {
                Element beside = main.appendElement("p");
                beside(beside, at > 0, "prev", "Previous rows", file(file, at));
                beside.appendText(" Part " + (at + 1) + " of " + parts.size() + " ");
                beside(beside, at + 1 < parts.size(), "next", "More rows", file(file, at + 2));
            }
            folder.write(file(file, at + 1), parts.get(at).outerHtml());
        }
    }

    private static void beside(Element line, boolean isThere, String relation, String text, String file) {
        if (isThere) {
            line.appendElement("a")
                    .addClass("button")
                    .attr("rel", relation)
                    .attr("href", file.substring(file.lastIndexOf('/') + 1))
                    .text(text);
        }
    }

    /// The file of a part.
    /// @param number from 1
    static String file(String file, int number) {
        return number == 1 ? file : file.replaceFirst("\\.html$", "~" + number + ".html");
    }

    private static Document part(Document page, int from, int to) {
        Document part = page.clone();
        Elements rows = part.select(ROWS);
        for (int at = 0; at < rows.size(); at++) {
            if (at < from || at >= to) {
                rows.get(at).remove();
            }
        }
        part.select("main table.cells > tbody").forEach(SiteParts::removeEmpty);
        if (from > 0) {
            part.select("main section[aria-labelledby=versions]").remove();
        }
        return part;
    }

    /// Removes a table without rows, its heading and the line below the heading.
    private static void removeEmpty(Element body) {
        Element table = body.closest("div.scroll");
        if (body.childrenSize() > 0 || table == null) {
            return;
        }
        Element before = table.previousElementSibling();
        while (before != null && before.is("p.faint, h2, h3")) {
            Element above = before.previousElementSibling();
            before.remove();
            before = above;
        }
        Element section = table.closest("section");
        table.remove();
        if (section != null && section.childrenSize() == 0) {
            section.remove();
        }
    }

    private static int bytes(Element element) {
        return element.outerHtml().getBytes(StandardCharsets.UTF_8).length;
    }
}

package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Resources;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Element;

/// The pages of a site that the service does not have in this form: products, answers, changes.
///
/// @param overview the overview as the service wrote it, whose frame they have
/// @param tasks makes the answers of several clients at the same time
record SiteSummaries(SiteSource source, SiteFolder folder, SiteAddresses addresses, String overview, SiteTasks tasks) {
    /// The list of products.
    void products(List<SiteProduct> products) {
        SitePage page = SitePage.with(overview, "products.html", "Products", addresses);
        Element rows = SiteTable.in(page.main(), List.of("Product", "Kind", "Versions", "Results"));
        for (SiteProduct product : products) {
            Element row = rows.appendElement("tr");
            row.appendElement("th")
                    .attr("scope", "row")
                    .appendElement("a")
                    .attr("href", product.page())
                    .appendElement("bdi")
                    .text(product.id());
            SiteTable.cell(row, "Kind").text(product.kind().toLowerCase(Locale.ROOT));
            SiteTable.cell(row, "Versions")
                    .text(Integer.toString(product.versions().size()));
            Element badges = SiteTable.cell(row, "Results").appendElement("span");
            product.capabilities().stream()
                    .filter("THINK"::equals)
                    .forEach(capability -> badges.appendElement("img")
                            .attr("src", product.badge(capability))
                            .attr("alt", capability + " of " + product.id())
                            .attr("height", "20"));
        }
        SiteParts.write(SiteParts.of(page.document()), "products.html", folder);
    }

    /// The page that answers "can I use it?", with its data.
    void use(List<SiteProduct> products) {
        List<SiteProduct> clients = products.stream()
                .filter(product -> product.side().equals("client"))
                .toList();
        var answers = new SiteUse(source);
        tasks.each(
                "answers of can-i-use for clients",
                clients,
                client -> folder.write(SiteUse.file(client), answers.answers(client)));
        folder.write("data/clients.js", SiteUse.clients(clients));
        folder.write("assets/can-i-use.js", Resources.text("site/can-i-use.js"));
        SitePage page = SitePage.with(overview, "can-i-use.html", "Can I use it?", addresses);
        page.main().append(Resources.text("site/can-i-use.html"));
        page.main().appendElement("script").attr("src", "assets/can-i-use.js");
        page.main().appendElement("script").attr("src", "data/clients.js");
        folder.write("can-i-use.html", page.html());
    }

    /// The changes between versions, as a page and as feeds.
    void changes(List<SiteProduct> products, List<JsonNode> cells) {
        List<SiteChange> changes = SiteChange.newestFirst(
                products.stream().map(product -> source.ranges(product.side(), product.id())), cells);
        folder.write("changes.json", SiteFeeds.json(changes));
        folder.write("changes.atom", SiteFeeds.atom(changes));
        SitePage page = SitePage.with(overview, "changes.html", "Changes", addresses);
        page.main().append("<p>As <a href=\"changes.atom\">Atom</a> and <a href=\"changes.json\">JSON</a> feed.</p>");
        Element rows = SiteTable.in(page.main(), List.of("Measured", "Change", "Where"));
        for (SiteChange change : changes) {
            Element row = rows.appendElement("tr");
            row.appendElement("th").attr("scope", "row").text(change.when().toString());
            SiteTable.cell(row, "Change")
                    .appendElement("a")
                    .attr("href", change.page())
                    .text(change.title());
            SiteTable.cell(row, "Where").appendElement("bdi").text(change.text());
        }
        SiteParts.write(SiteParts.of(page.document()), "changes.html", folder);
    }

    /// Tables in the style of the pages.
    static final class SiteTable {
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
            columns.forEach(
                    column -> head.appendElement("th").attr("scope", "col").text(column));
            return table.appendElement("tbody");
        }

        /// Adds a cell to a row.
        static Element cell(Element row, String column) {
            return row.appendElement("td").attr("data-label", column);
        }
    }
}

package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.ProgressListener;
import dev.throughline.text.UrlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;

/// Writes the pages of the matrix as files with relative links.
final class SiteWriter {
    private static final String OVERVIEW = "/matrix";
    private static final Map<String, String> TABLES =
            Map.of("/matrix/gateways", "gateways.html", "/matrix/first", "first.html");

    private final SiteSource source;
    private final SiteFolder folder;
    private final SiteTasks tasks;
    private final SiteAddresses addresses = new SiteAddresses();

    SiteWriter(SiteSource source, SiteFolder folder, ProgressListener progress) {
        this.source = source;
        this.folder = folder;
        this.tasks = new SiteTasks(progress);
    }

    /// The page of a cell in the site.
    static String cellPage(String cell) {
        return "cells/" + SiteAddresses.fileName(cell) + ".html";
    }

    void write() {
        List<JsonNode> cells = source.cells();
        List<SiteProduct> products = source.products().stream()
                .map(product -> SiteProduct.of(product, cells))
                .filter(product -> !product.cells().isEmpty())
                .toList();
        map(products, cells);
        String overview = source.text(OVERVIEW);
        for (String asset : List.of("throughline.css", "throughline.svg")) {
            folder.write("assets/" + asset, source.text("/assets/" + asset));
        }
        list(OVERVIEW, "index.html");
        TABLES.forEach(this::list);
        tasks.each("pages of products", products, this::product);
        tasks.each("pages of cells", cells, cell -> cell(cell.path("id").asText()));
        var summaries = new SiteSummaries(source, folder, addresses, overview, tasks);
        summaries.products(products);
        summaries.use(products);
        summaries.changes(products, cells);
    }

    private void map(List<SiteProduct> products, List<JsonNode> cells) {
        addresses.add(OVERVIEW, "index.html");
        addresses.add("/matrix/can-i-use", "can-i-use.html");
        TABLES.forEach(addresses::add);
        for (SiteProduct product : products) {
            addresses.add(product.address(), product.page());
            addresses.add(product.address().replaceFirst("\\?" + product.side() + "=", "?product="), product.page());
        }
        for (JsonNode cell : cells) {
            String id = cell.path("id").asText();
            addresses.add("/matrix/cells/" + id, cellPage(id));
        }
    }

    private void product(SiteProduct product) {
        list(product.address(), product.page());
        product.capabilities()
                .forEach(capability ->
                        folder.write(product.badge(capability), source.text(badge(product.id(), capability))));
    }

    private static String badge(String product, String capability) {
        return "/badge/" + UrlText.segment(product) + "/" + capability + ".svg";
    }

    /// A list with all of its pages, each split where it is long.
    private void list(String first, String file) {
        List<Document> parts = new ArrayList<>();
        String address = first;
        while (!address.isEmpty()) {
            SitePage page = SitePage.of(source.text(address), file);
            address = page.next();
            Document document = page.rewritten(addresses).document();
            document.select("main p:has([rel=next]), main p:has(span.button)").remove();
            parts.addAll(SiteParts.of(document));
        }
        SiteParts.write(parts, file, folder);
    }

    private void cell(String id) {
        String address = "/matrix/cells/" + id;
        int number = 1;
        while (!address.isEmpty()) {
            String file = SiteParts.file(cellPage(id), number);
            SitePage page = SitePage.of(source.text(address), file);
            address = page.next();
            number++;
            if (!address.isEmpty()) {
                addresses.add(address, SiteParts.file(cellPage(id), number));
            }
            folder.write(file, page.rewritten(addresses).html());
        }
    }
}

package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.ProgressListener;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/// Writes the pages of the matrix as files with relative links.
final class SiteWriter {
    private static final String OVERVIEW = "/matrix";
    private static final int CELLS_PER_LINE = 500;
    private static final String NEXT = "a[rel=next][href]";

    private final SiteSource source;
    private final SiteFolder folder;
    private final ProgressListener progress;
    private final SiteAddresses addresses = new SiteAddresses();

    SiteWriter(SiteSource source, SiteFolder folder, ProgressListener progress) {
        this.source = source;
        this.folder = folder;
        this.progress = progress;
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
        progress.say("pages of " + products.size() + " products");
        products.forEach(this::product);
        cells(cells);
        progress.say("can-i-use, ranges and feeds");
        var summaries = new SiteSummaries(source, folder, addresses, overview);
        summaries.products(products);
        summaries.use(products);
        summaries.changes(products, cells);
    }

    private void map(List<SiteProduct> products, List<JsonNode> cells) {
        addresses.add(OVERVIEW, "index.html");
        addresses.add("/matrix/can-i-use", "can-i-use.html");
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
        return "/badge/" + URLEncoder.encode(product, StandardCharsets.UTF_8).replace("+", "%20") + "/" + capability
                + ".svg";
    }

    /// A list with all of its pages, each split where it is long.
    private void list(String first, String file) {
        List<Document> parts = new ArrayList<>();
        String address = first;
        while (!address.isEmpty()) {
            String html = source.text(address);
            Document page = SitePage.of(html, file, addresses).document();
            Element next = Jsoup.parse(html).selectFirst(NEXT);
            page.select("main p:has([rel=next]), main p:has(span.button)").remove();
            parts.addAll(SiteParts.of(page));
            address = next == null ? "" : next.attr("href");
        }
        SiteParts.write(parts, file, folder);
    }

    private void cells(List<JsonNode> cells) {
        for (int i = 0; i < cells.size(); i++) {
            if (i % CELLS_PER_LINE == 0) {
                progress.say("pages of cells: " + i + " of " + cells.size());
            }
            cell(cells.get(i).path("id").asText());
        }
    }

    private void cell(String id) {
        String address = "/matrix/cells/" + id;
        int number = 1;
        while (!address.isEmpty()) {
            String html = source.text(address);
            Element next = Jsoup.parse(html).selectFirst(NEXT);
            address = next == null ? "" : next.attr("href");
            String file = SiteParts.file(cellPage(id), number);
            number++;
            if (next != null) {
                addresses.add(address, SiteParts.file(cellPage(id), number));
            }
            folder.write(file, SitePage.of(html, file, addresses).html());
        }
    }
}

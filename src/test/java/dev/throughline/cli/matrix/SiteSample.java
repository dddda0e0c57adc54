package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;
import org.jsoup.nodes.Entities;

/// A service with one client of two versions, whose name is hostile, as a source of a site.
final class SiteSample {
    static final String HOST = "http://service.internal:8080";
    static final String NAME = "</script><img src=x onerror=alert(1)>../..\"'&\u0001\u202e";

    private static final String SHELL = """
            <!doctype html><html lang="en"><head><title>T</title><link rel="icon" href="/assets/throughline.svg">
            <link rel="stylesheet" href="/assets/throughline.css"><script src="/assets/throughline.js" defer></script>
            </head><body><a class="skip" href="#main">Skip</a><header class="top"><a class="brand" href="/"><img
            src="/assets/throughline.svg" alt="">Throughline</a><nav><a href="/runs">Runs</a></nav>
            <form class="search" action="/runs"><input name="q"></form></header><main id="main">%s</main>
            <footer>Throughline 1 · <a href="/docs">API</a></footer></body></html>""";

    private final int rows;

    /// @param rows of the client's list
    SiteSample(int rows) {
        this.rows = rows;
    }

    String read(String address) {
        String path = address.replaceFirst("\\?.*$", "");
        return switch (path) {
            case "/api/v1/products" -> products();
            case "/api/v1/matrix" -> cells();
            case "/api/v1/matrix/ranges" -> ranges();
            case "/api/v1/can-i-use" -> answer();
            case "/assets/throughline.css", "/assets/throughline.svg" -> "";
            case "/matrix/first", "/matrix/gateways" -> SHELL.formatted(overview());
            case "/matrix" -> SHELL.formatted(address.contains("?") ? list() : overview());
            default -> other(path);
        };
    }

    private static String other(String path) {
        if (path.startsWith("/badge/")) {
            return "<svg/>";
        }
        if (path.startsWith("/matrix/cells/")) {
            return SHELL.formatted(
                    "<p class=\"crumbs\"><a href=\"/matrix\">Matrix</a></p><a href=\"/runs/r1\">run</a>");
        }
        throw new IllegalArgumentException("not asked for: " + path);
    }

    private static String overview() {
        return "<a href=\"/matrix?client=%s&amp;dialect=anthropic\"><bdi>%s</bdi></a>".formatted(encoded(), escaped())
                + "<a href=\"/matrix/compare?from=a\">compare</a>"
                + "<a href=\"https://example.org/1\" rel=\"noreferrer nofollow\">report</a>"
                + "<a href=\"javascript:alert(1)\">bad</a>";
    }

    private String list() {
        StringBuilder list = new StringBuilder(
                "<h2>%s</h2><div class=\"scroll\"><table class=\"cells\"><tbody>".formatted(escaped()));
        IntStream.range(0, rows)
                .forEach(row -> list.append("<tr><th>row %d</th><td><a href=\"/matrix/cells/c1\">%s</a></td></tr>"
                        .formatted(row, "x".repeat(200))));
        return list + "</tbody></table></div>";
    }

    private static String products() {
        ObjectNode product = Json.TREES.createObjectNode().put("id", NAME).put("kind", "CLIENT");
        product.put("matrix", HOST + "/api/v1/matrix?client=" + NAME);
        product.putArray("versions").addObject().put("version", "2.0.0");
        return Json.TREES
                .createObjectNode()
                .set("products", Json.TREES.createArrayNode().add(product))
                .toString();
    }

    private static String cells() {
        ObjectNode cell = Json.TREES.createObjectNode().put("id", "c1").put("capability", "THINK");
        cell.put("dialectIn", "openai-chat").put("firstMeasured", "2026-11-20T10:00:00Z");
        cell.putObject("client").put("product", NAME).put("version", "2.0.0");
        return Json.TREES
                .createObjectNode()
                .set("cells", Json.TREES.createArrayNode().add(cell))
                .toString();
    }

    private static String ranges() {
        ObjectNode ranges = Json.TREES.createObjectNode().put("product", NAME);
        ObjectNode track = ranges.putArray("tracks").addObject().put("capability", "THINK");
        track.putObject("combination").put("dialectIn", "openai-chat");
        ObjectNode boundary = track.putArray("boundaries").addObject().put("words", "in 2.0.0");
        boundary.putObject("lower").put("version", "1.0.0").put("cell", "c0").put("status", "PRESERVED");
        boundary.putObject("upper").put("version", "2.0.0").put("cell", "c1").put("status", "BROKEN");
        return ranges.toString();
    }

    private static String answer() {
        ObjectNode answer = Json.TREES.createObjectNode();
        ObjectNode part = answer.putArray("capabilities").addObject().put("capability", "THINK");
        part.put("answer", false).putObject("reason").put("text", NAME);
        answer.putArray("rows")
                .addObject()
                .setAll(Map.of(
                        "cell", Json.TREES.getNodeFactory().textNode("c1"),
                        "role", Json.TREES.getNodeFactory().textNode("MATCH"),
                        "capability", Json.TREES.getNodeFactory().textNode("THINK")));
        return answer.toString();
    }

    private static String encoded() {
        return URLEncoder.encode(NAME, StandardCharsets.UTF_8);
    }

    private static String escaped() {
        return Entities.escape(NAME);
    }
}

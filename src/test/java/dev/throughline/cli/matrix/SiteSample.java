package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.ServiceClient.Response;
import dev.throughline.text.Json;
import java.util.Map;
import java.util.Optional;

/// A service with one client of two versions, whose name is hostile, as a source of a site.
final class SiteSample {
    static final String HOST = "http://service.internal:8080";
    static final String NAME = "</script><img src=x onerror=alert(1)>../..\"'&\u0001\u202e";

    /// The name of a gateway that is none of a product.
    static final String NO_PRODUCT = "A gateway/1.0";

    private final int parts;

    /// @param parts pages of the client's list
    SiteSample(int parts) {
        this.parts = parts;
    }

    Response read(String address, String file) {
        String path = address.replaceFirst("\\?.*$", "");
        return switch (path) {
            case "/api/v1/products" -> whole(products());
            case "/api/v1/matrix" -> whole(cells());
            case "/api/v1/matrix/ranges" -> whole(ranges());
            case "/api/v1/can-i-use" -> whole(answer());
            case "/health" -> whole("{\"version\":\"1.2.3\"}");
            case "/assets/throughline.css", "/assets/throughline.svg" -> whole("");
            case "/matrix" -> address.contains("?client=") ? part(address, file) : whole(page(address, file));
            case "/matrix/first", "/matrix/gateways", "/matrix/cells/c1" -> whole(page(address, file));
            default -> other(path);
        };
    }

    private static Response other(String path) {
        if (path.startsWith("/badge/")) {
            return whole("<svg/>");
        }
        throw new IllegalArgumentException("not asked for: " + path);
    }

    private static Response whole(String body) {
        return new Response(200, body, Optional.empty());
    }

    /// The cursor of a page is its number.
    private Response part(String address, String file) {
        int number = address.contains("&cursor=") ? Integer.parseInt(address.replaceFirst("^.*&cursor=", "")) : 1;
        Optional<String> next =
                Optional.of(number + 1).filter(one -> one <= parts).map(String::valueOf);
        return new Response(200, page(address, file), next);
    }

    private static String page(String address, String file) {
        return "<!doctype html><p>" + escaped(address) + "<p>" + file;
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
        cell.putObject("gateway").put("product", NO_PRODUCT).put("version", "");
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

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}

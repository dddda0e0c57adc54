package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.rest.PageLinks;
import java.util.List;
import java.util.TreeSet;

/// A product of a site: a client, a gateway or a backend.
///
/// @param side its axis in the API: `client`, `gateway` or `backend`
/// @param cells the cells that name it on that side
public record SiteProduct(String id, String kind, String side, List<String> versions, List<JsonNode> cells) {
    /// The axes of products in the API.
    static final List<String> SIDES = List.of("client", "gateway", "backend");

    /// @param shown as the API shows it
    /// @param all every cell of the matrix
    static SiteProduct of(JsonNode shown, List<JsonNode> all) {
        String id = shown.path("id").asText();
        String side =
                shown.path("matrix").asText().replaceFirst("^[^?]*\\?", "").replaceFirst("=.*$", "");
        return new SiteProduct(
                id,
                shown.path("kind").asText(),
                side,
                shown.path("versions")
                        .valueStream()
                        .map(version -> version.path("version").asText())
                        .toList(),
                all.stream()
                        .filter(cell ->
                                cell.path(side).path("product").asText("").equals(id))
                        .toList());
    }

    /// The address of its list in the service.
    String address() {
        return "/matrix" + new QueryStringBuilder().add(side, id);
    }

    /// The page of its list in the site.
    public String page() {
        return PageLinks.product(id);
    }

    /// The badge of a capability in the site.
    public String badge(String capability) {
        return "badges/" + PageLinks.fileName(id) + "/" + capability + ".svg";
    }

    /// Its measurements.
    public List<String> capabilities() {
        return values("capability");
    }

    /// The dialects in which a version was measured.
    List<String> dialects() {
        return values("dialectIn");
    }

    private List<String> values(String field) {
        return List.copyOf(new TreeSet<>(
                cells.stream().map(cell -> cell.path(field).asText()).toList()));
    }
}

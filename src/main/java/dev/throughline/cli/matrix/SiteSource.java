package dev.throughline.cli.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.ServiceClient.Response;
import dev.throughline.rest.PageLinks;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// The source of a site: the pages and the API of a service.
final class SiteSource {
    private static final String API = "/api/v1";

    private final BiFunction<String, String, Response> read;

    /// @param read the response at an address of the service, as the file of a site where one is named
    SiteSource(BiFunction<String, String, Response> read) {
        this.read = read;
    }

    /// A service; each answer except 200 is an error.
    static SiteSource of(ServiceClient service) {
        return new SiteSource((address, file) -> {
            Response response = service.get(address, request -> request.header(PageLinks.HEADER, file))
                    .accepted();
            if (response.status() != 200) {
                throw new HarnessException("the service answered " + response.status() + " to GET " + address
                        + "; a service that needs a key needs one of scope read in THROUGHLINE_KEY");
            }
            return response;
        });
    }

    /// A page with the links of a file of the site.
    /// @throws HarnessException if the service has written it with its own links
    Response page(String address, String file) {
        Response page = read.apply(address, file);
        if (page.body().contains("href=\"/assets/")) {
            throw new HarnessException("the service at this address is too old to write files of a site; update it");
        }
        return page;
    }

    /// A style sheet or an image.
    String text(String address) {
        return read.apply(address, "").body();
    }

    /// @throws HarnessException if the answer is not JSON
    JsonNode json(String address) {
        try {
            return Json.TREES.readTree(text(address));
        } catch (JsonProcessingException e) {
            throw new HarnessException("the service's answer to GET " + address + " is not JSON");
        }
    }

    /// Every product with its versions.
    List<JsonNode> products() {
        return json(API + "/products").path("products").valueStream().toList();
    }

    /// Every cell.
    List<JsonNode> cells() {
        return cells(Optional.empty());
    }

    /// The cells of a client, or all.
    List<JsonNode> cells(Optional<String> client) {
        List<JsonNode> all = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            String query = new QueryStringBuilder()
                    .add("limit", "500")
                    .add("client", client)
                    .add("cursor", cursor)
                    .toString();
            JsonNode page = json(API + "/matrix" + query);
            page.path("cells").forEach(all::add);
            cursor = Optional.ofNullable(page.path("next").textValue());
        } while (cursor.isPresent());
        return all;
    }

    /// The ranges of a product.
    /// @param side `client`, `gateway` or `backend`
    JsonNode ranges(String side, String product) {
        return json(API + "/matrix/ranges" + new QueryStringBuilder().add(side, product));
    }

    /// The answer to "can I use it?" for several capabilities.
    /// @param dialect empty for every measured one
    JsonNode use(String client, String dialect, List<String> capabilities) {
        return json(API + "/can-i-use"
                + new QueryStringBuilder()
                        .add("client", client)
                        .add("dialect", Optional.of(dialect).filter(one -> !one.isEmpty()))
                        .add("capability", capabilities));
    }
}

package dev.throughline.pages;

import dev.throughline.harness.ServiceClient;
import java.net.URI;

/// Measures two versions of a client: the first loses reasoning, the second keeps it.
final class MeasuredPages {
    private MeasuredPages() {}

    static void once(String client) {
        boolean isMeasured = !PageClient.json("/api/v1/matrix?client=" + client)
                .path("cells")
                .isEmpty();
        if (!isMeasured) {
            measure(client, "1.0.0", true);
            measure(client, "2.0.0", false);
            new ServiceClient(URI.create(PageClient.host()))
                    .put(
                            "/api/v1/products/" + client + "/latest",
                            "{\"version\": \"2.0.0\", \"releases\": {\"1.0.0\": \"2026-01-01T00:00:00Z\","
                                    + " \"2.0.0\": \"2026-02-01T00:00:00Z\"}}");
        }
    }

    private static void measure(String client, String version, boolean drops) {
        String run = PageClient.open("{\"client\":{\"name\":\"%s\",\"version\":\"%s\"}}".formatted(client, version));
        PageClient.converse(run, 6, _ -> drops);
        PageClient.post("/api/v1/runs/" + run + "/seal", "{}");
    }
}

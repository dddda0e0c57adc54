package dev.throughline.pages;

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
        }
    }

    private static void measure(String client, String version, boolean drops) {
        String run = PageClient.open("{\"client\":{\"name\":\"%s\",\"version\":\"%s\"}}".formatted(client, version));
        PageClient.converse(run, 6, _ -> drops);
        PageClient.post("/api/v1/runs/" + run + "/seal", "{}");
    }
}

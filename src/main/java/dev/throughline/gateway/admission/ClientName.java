package dev.throughline.gateway.admission;

import io.vertx.core.http.HttpServerRequest;

/// The client's name as it declares it; not verified.
public final class ClientName {
    private static final int LONGEST = 120;

    private ClientName() {}

    /// The User-Agent reduced to printable ASCII and shortened; `-` for none.
    public static String name(HttpServerRequest request) {
        String agent = request.getHeader("user-agent");
        if (agent == null || agent.isBlank()) {
            return "-";
        }
        var name = new StringBuilder();
        for (int i = 0; i < agent.length() && name.length() < LONGEST; i++) {
            char unit = agent.charAt(i);
            name.append(unit < 0x20 || unit > 0x7E ? '?' : unit);
        }
        return name.toString();
    }
}

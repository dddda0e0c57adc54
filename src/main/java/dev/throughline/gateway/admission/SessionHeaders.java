package dev.throughline.gateway.admission;

import io.vertx.core.MultiMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The headers in which clients identify their session. No other request headers leave the gateway.
public final class SessionHeaders {
    private static final List<String> NAMES = List.of(
            "x-claude-code-session-id",
            "x-session-id",
            "session-id",
            "session_id",
            "x-session-affinity",
            "thread-id",
            "conversation_id",
            "conversation-id");

    private SessionHeaders() {}

    public static Map<String, String> of(MultiMap headers) {
        Map<String, String> found = new HashMap<>();
        for (String name : NAMES) {
            String value = headers.get(name);
            if (value != null) {
                found.put(name, value);
            }
        }
        return found;
    }
}

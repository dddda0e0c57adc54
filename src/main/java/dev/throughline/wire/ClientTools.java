package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/// The tools of a Responses client that become functions in other dialects, by the names of those
/// functions: freeform tools (`custom`), whose input is a text, and the tools of a `namespace`.
public record ClientTools(Map<String, Origin> origins) {
    /// No such tools.
    public static final ClientTools NONE = new ClientTools(Map.of());

    /// The one parameter of the function that a freeform tool becomes.
    public static final String INPUT = "input";

    /// Maximum length of a function name that every server accepts.
    private static final int LONGEST_NAME = 64;

    private static final int HASH = 8;

    public ClientTools {
        origins = Map.copyOf(origins);
    }

    /// The client's name for a tool.
    /// @param namespace empty for none
    public record Origin(String namespace, String name, boolean isFreeform) {}

    /// The tools that a request offers.
    public static ClientTools of(Conversation request) {
        if (request.dialect() != Dialect.RESPONSES) {
            return NONE;
        }
        Map<String, Origin> origins = new HashMap<>();
        for (JsonNode tool : request.body().path("tools")) {
            add("", tool, origins);
        }
        return new ClientTools(origins);
    }

    /// Whether any tool is freeform.
    public boolean hasFreeform() {
        return origins.values().stream().anyMatch(Origin::isFreeform);
    }

    /// The client's name for the tool that a model called by this name.
    public Origin origin(String function) {
        Origin known = origins.get(function);
        return known == null ? new Origin("", function, false) : known;
    }

    /// The function's name for a tool; constant across requests.
    public static String function(String namespace, String name) {
        if (namespace.isEmpty()) {
            return name;
        }
        String joined = namespace.endsWith("__") ? namespace + name : namespace + "__" + name;
        if (joined.length() <= LONGEST_NAME) {
            return joined;
        }
        String hash = UUID.nameUUIDFromBytes(joined.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, HASH);
        return joined.substring(0, LONGEST_NAME - HASH - 1) + "_" + hash;
    }

    private static void add(String namespace, JsonNode tool, Map<String, Origin> origins) {
        String name = tool.path("name").asText("");
        String type = tool.path("type").asText("");
        if (type.equals("namespace") && namespace.isEmpty()) {
            tool.path("tools").forEach(inner -> add(name, inner, origins));
        } else if (type.equals("custom") || !namespace.isEmpty()) {
            origins.put(function(namespace, name), new Origin(namespace, name, type.equals("custom")));
        }
    }
}

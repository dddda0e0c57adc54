package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// The tools of a Responses client that become functions in other dialects, by the names of those
/// functions: freeform tools (`custom`), whose input is a text, the tools of a `namespace`, and the search for tools
/// that the client runs.
///
/// @param bare those of namespaces by their names without it, which models call them by too, where no other has it
public record ClientTools(Map<String, Origin> origins, Map<String, Origin> bare) {
    /// No such tools.
    public static final ClientTools NONE = new ClientTools(Map.of());

    /// The one parameter of the function that a freeform tool becomes.
    public static final String INPUT = "input";

    /// Maximum length of a function name that every server accepts.
    private static final int LONGEST_NAME = 64;

    private static final int HASH = 8;

    /// The search for tools, as a type and as a function.
    public static final String SEARCH = "tool_search";

    public ClientTools {
        origins = Map.copyOf(origins);
        bare = Map.copyOf(bare);
    }

    /// Tools of which none is called by a bare name.
    public ClientTools(Map<String, Origin> origins) {
        this(origins, Map.of());
    }

    /// The client's name for a tool.
    /// @param namespace empty for none
    public record Origin(String namespace, String name, boolean isFreeform) {
        /// Whether it is the client's search for tools.
        public boolean isSearch() {
            return namespace.equals(SEARCH) && name.equals(SEARCH);
        }
    }

    /// Whether a tool of a Responses request is a search that the client runs.
    public static boolean isSearch(JsonNode tool) {
        return tool.path("type").asText("").equals(SEARCH)
                && tool.path("execution").asText("").equals("client");
    }

    /// The tools that a request offers.
    public static ClientTools of(Conversation request) {
        if (request.dialect() != Dialect.RESPONSES) {
            return NONE;
        }
        Map<String, Origin> origins = new HashMap<>();
        for (JsonNode tool : request.body().path("tools")) {
            add("", tool, origins);
        }
        Map<String, Origin> bare = new HashMap<>();
        Set<String> taken = new HashSet<>();
        request.body().path("tools").forEach(tool -> taken.add(tool.path("name").asText("")));
        origins.values().stream()
                .filter(origin -> !origin.namespace().isEmpty() && !origin.isSearch())
                .forEach(origin -> {
                    if (taken.add(origin.name())) {
                        bare.put(origin.name(), origin);
                    } else {
                        bare.remove(origin.name());
                    }
                });
        return new ClientTools(origins, bare);
    }

    /// The client's name for the tool that a model called by this name.
    public Origin origin(String function) {
        Origin known = origins.get(function);
        return known == null ? bare.getOrDefault(function, new Origin("", function, false)) : known;
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
        if (isSearch(tool) && namespace.isEmpty()) {
            origins.put(SEARCH, new Origin(SEARCH, SEARCH, false));
        } else if (type.equals("namespace") && namespace.isEmpty()) {
            tool.path("tools").forEach(inner -> add(name, inner, origins));
        } else if (type.equals("custom") || !namespace.isEmpty()) {
            origins.put(function(namespace, name), new Origin(namespace, name, type.equals("custom")));
        }
    }
}

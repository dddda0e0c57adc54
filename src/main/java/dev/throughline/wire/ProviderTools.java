package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import java.util.Set;

/// Distinguishes tools that a provider defines or runs (`web_search_…`, `file_search`, …) from those that a
/// client declares. Other providers' models do not know them.
public final class ProviderTools {
    private static final Set<String> RESPONSES = Set.of("function", "custom", "namespace");

    private ProviderTools() {}

    /// @param tool an entry of a request's `tools`
    public static boolean isProviders(Dialect dialect, JsonNode tool) {
        if (!tool.isObject()) {
            return false;
        }
        String type = tool.path("type").asText("");
        return switch (dialect) {
            case ANTHROPIC -> !tool.hasNonNull("input_schema") && !type.isEmpty() && !type.equals("custom");
            case OPENAI_CHAT -> !type.isEmpty() && !type.equals("function");
            case RESPONSES -> !RESPONSES.contains(type) && !ClientTools.isSearch(tool);
        };
    }

    /// Whether the tool with this name in a request is the provider's.
    public static boolean isProviders(Conversation request, String name) {
        for (JsonNode tool : request.body().path("tools")) {
            if (tool.path("name").asText().equals(name)) {
                return isProviders(request.dialect(), tool);
            }
        }
        return false;
    }
}

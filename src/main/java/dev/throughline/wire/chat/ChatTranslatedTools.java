package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.ProviderTools;

/// Translates tools and the tool choice.
///
/// Nothing at all if there is no tool, since servers reject a choice without tools.
final class ChatTranslatedTools {
    private static final String CHOICE = "tool_choice";

    private ChatTranslatedTools() {}

    static void write(Conversation request, ObjectNode body) {
        ArrayNode tools = JsonNodeFactory.instance.arrayNode();
        for (Tool tool : request.tools()) {
            JsonNode sent = sent(request, tool.name());
            if (!ProviderTools.isProviders(request.dialect(), sent)) {
                tools.add(tool(tool, sent.path("strict")));
            }
        }
        if (tools.isEmpty()) {
            return;
        }
        body.set("tools", tools);
        if (request.body().hasNonNull(CHOICE)) {
            body.set(CHOICE, choice(request.toolChoice()));
        }
        parallel(request, body);
    }

    private static ObjectNode tool(Tool tool, JsonNode strict) {
        ObjectNode written = JsonNodeFactory.instance.objectNode().put("type", "function");
        ObjectNode function = written.putObject("function").put("name", tool.name());
        if (!tool.description().isEmpty()) {
            function.put("description", tool.description());
        }
        if (tool.schema().isEmpty()) {
            function.putObject("parameters").put("type", "object").putObject("properties");
        } else {
            function.set("parameters", tool.schema());
        }
        if (strict.isBoolean()) {
            function.set("strict", strict);
        }
        return written;
    }

    private static JsonNode choice(ToolChoice choice) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (choice) {
            case ToolChoice.Auto _ -> json.textNode("auto");
            case ToolChoice.None _ -> json.textNode("none");
            case ToolChoice.Required _ -> json.textNode("required");
            case ToolChoice.Named(String name) -> {
                ObjectNode named = json.objectNode().put("type", "function");
                named.putObject("function").put("name", name);
                yield named;
            }
        };
    }

    private static void parallel(Conversation request, ObjectNode body) {
        JsonNode parallel = request.body().path("parallel_tool_calls");
        if (parallel.isBoolean()) {
            body.set("parallel_tool_calls", parallel);
        } else if (request.body().path(CHOICE).path("disable_parallel_tool_use").asBoolean()) {
            body.put("parallel_tool_calls", false);
        }
    }

    private static JsonNode sent(Conversation request, String name) {
        for (JsonNode tool : request.body().path("tools")) {
            if (tool.path("name").asText().equals(name)) {
                return tool;
            }
        }
        return JsonNodeFactory.instance.missingNode();
    }
}

package dev.throughline.wire.responses.request;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.ProviderTools;
import java.util.List;

/// Translates tools and the tool choice. `strict` is off: it is on by default here, and schemas written for
/// another dialect seldom meet its requirements.
final class ResponsesTranslatedTools {
    private static final String CHOICE = "tool_choice";

    private ResponsesTranslatedTools() {}

    static void write(Conversation request, ObjectNode body) {
        List<Tool> declared = request.tools().stream()
                .filter(tool -> !ProviderTools.isProviders(request, tool.name()))
                .toList();
        if (declared.isEmpty()) {
            return;
        }
        ArrayNode tools = body.putArray("tools");
        for (Tool tool : declared) {
            ObjectNode function = tools.addObject().put("type", "function").put("name", tool.name());
            if (!tool.description().isEmpty()) {
                function.put("description", tool.description());
            }
            function.set("parameters", parameters(tool));
            function.put("strict", false);
        }
        choice(request.toolChoice(), body);
        if (request.body().path(CHOICE).path("disable_parallel_tool_use").asBoolean()) {
            body.put("parallel_tool_calls", false);
        }
    }

    private static ObjectNode parameters(Tool tool) {
        if (tool.schema() instanceof ObjectNode schema && !schema.isEmpty()) {
            return schema.deepCopy();
        }
        ObjectNode none = JsonNodeFactory.instance.objectNode();
        none.put("type", "object").putObject("properties");
        return none;
    }

    private static void choice(ToolChoice choice, ObjectNode body) {
        switch (choice) {
            case ToolChoice.Auto _ -> body.put(CHOICE, "auto");
            case ToolChoice.None _ -> body.put(CHOICE, "none");
            case ToolChoice.Required _ -> body.put(CHOICE, "required");
            case ToolChoice.Named(String name) ->
                body.putObject(CHOICE).put("type", "function").put("name", name);
        }
    }
}

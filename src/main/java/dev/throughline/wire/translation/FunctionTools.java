package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Tool;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;

/// Converts the freeform and namespace tools of a Responses client (codex offers both) to functions, for a
/// backend that supports functions only. A freeform tool becomes a function with one string `input`; a tool
/// of a namespace gets the namespace in its name. Calls of the history are renamed accordingly.
public final class FunctionTools {
    private FunctionTools() {}

    /// The same request if there is nothing to convert, or the backend speaks its dialect.
    public static Conversation of(Conversation request, Dialect backend) {
        if (request.dialect() == backend || ClientTools.of(request).origins().isEmpty()) {
            return request;
        }
        List<Tool> tools = new ArrayList<>();
        for (JsonNode tool : request.body().path("tools")) {
            add("", tool, tools);
        }
        for (JsonNode item : request.body().path("input")) {
            if (item.path("type").asText("").equals("tool_search_output")) {
                item.path("tools").forEach(tool -> add("", tool, tools));
            }
        }
        List<Message> messages = request.messages().stream()
                .map(message -> renamed(request, message))
                .toList();
        return request.withTools(tools).withMessages(messages);
    }

    private static void add(String namespace, JsonNode tool, List<Tool> tools) {
        String name = tool.path("name").asText("");
        String description = tool.path("description").asText("");
        switch (tool.path("type").asText("")) {
            case "function" -> {
                tools.add(new Tool(ClientTools.function(namespace, name), description, schema(tool)));
            }
            case "custom" ->
                tools.add(new Tool(
                        ClientTools.function(namespace, name), description + grammar(tool.path("format")), freeform()));
            case ClientTools.SEARCH -> {
                if (ClientTools.isSearch(tool)) {
                    tools.add(new Tool(ClientTools.SEARCH, description, schema(tool)));
                }
            }
            case "namespace" -> {
                if (namespace.isEmpty()) {
                    tool.path("tools").forEach(inner -> add(name, inner, tools));
                }
            }
            default -> {}
        }
    }

    private static JsonNode schema(JsonNode tool) {
        JsonNode schema = tool.path("parameters");
        return schema.isObject() ? schema : JsonNodeFactory.instance.objectNode();
    }

    /// The required form of the input, for a server that cannot enforce it.
    private static String grammar(JsonNode format) {
        String definition = format.path("definition").asText("");
        return definition.isEmpty()
                ? ""
                : "\n\nThe input must follow this " + format.path("syntax").asText("") + " grammar:\n" + definition;
    }

    private static ObjectNode freeform() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        schema.putObject("properties").putObject(ClientTools.INPUT).put("type", "string");
        schema.putArray("required").add(ClientTools.INPUT);
        return schema;
    }

    /// A search for tools and what it found, as a call and its result.
    private static Part searched(String path, JsonNode item) {
        String callId = item.path("call_id").asText("");
        return switch (item.path("type").asText("")) {
            case "tool_search_call" ->
                new Part.ToolCall(path, callId, ClientTools.SEARCH, StrictJson.text(item.path("arguments")));
            case "tool_search_output" -> new Part.ToolResult(path, callId, StrictJson.text(item.path("tools")), false);
            default -> new Part.Other(path, item);
        };
    }

    private static Message renamed(Conversation request, Message message) {
        List<Part> parts = new ArrayList<>();
        for (Part part : message.parts()) {
            if (part instanceof Part.ToolCall(String path, String id, String name, String arguments)) {
                String namespace = request.body().at(path).path("namespace").asText("");
                parts.add(new Part.ToolCall(path, id, ClientTools.function(namespace, name), arguments));
            } else {
                parts.add(part instanceof Part.Other(String path, JsonNode item) ? searched(path, item) : part);
            }
        }
        return new Message(message.path(), message.role(), parts);
    }
}

package dev.throughline.wire.responses.request;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Tool;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decodes `tools`: functions, and custom tools with an empty schema since their input is free text. Tools
/// that the provider runs (`web_search`, `file_search`, …) cannot be called by a client and are skipped.
final class ResponsesTools {
    private ResponsesTools() {}

    static List<Tool> decode(FieldReader fields) throws WireException {
        Optional<ArrayNode> array = fields.optionalArray("tools");
        List<Tool> tools = new ArrayList<>();
        for (int i = 0; array.isPresent() && i < array.get().size(); i++) {
            FieldReader tool = FieldReader.of(array.get().get(i), fields.at("tools") + "/" + i);
            switch (tool.string("type")) {
                case "function" -> tools.add(tool(tool, schema(tool)));
                case "custom" -> tools.add(tool(tool, tool.object().objectNode()));
                default -> {}
            }
        }
        return tools;
    }

    private static Tool tool(FieldReader tool, ObjectNode schema) throws WireException {
        return new Tool(tool.string("name"), tool.optionalString("description").orElse(""), schema);
    }

    private static ObjectNode schema(FieldReader tool) throws WireException {
        return tool.optionalObject("parameters")
                .map(FieldReader::object)
                .orElseGet(() -> tool.object().objectNode());
    }
}

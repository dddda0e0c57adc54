package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The part of a recorded request that goes into samples: the message fields that a model reads, functions
/// as tools, and options that are booleans, numbers or plain words. All other data from clients
/// (credentials of tool servers, metadata, custom fields) is left out.
final class SampleContext {
    static final String MESSAGES = "messages";
    static final String TOOLS = "tools";
    private static final String GENERATES = "add_generation_prompt";
    private static final List<String> PLAIN_FIELDS =
            List.of("role", SampleMessages.REASONING, "reasoning", "tool_call_id", "name");
    private static final Pattern PLAIN_WORD = Pattern.compile("[A-Za-z0-9_.-]{1,40}");
    private static final Pattern OPTION = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

    private SampleContext() {}

    /// The context of a request without its other fields.
    ///
    /// @param context as a template sees it
    /// @throws OmittedSampleException if a message has parts that are not text
    static ObjectNode of(ObjectNode context) throws OmittedSampleException {
        ObjectNode kept = StrictJson.MAPPER.createObjectNode();
        ArrayNode messages = kept.putArray(MESSAGES);
        for (JsonNode message : context.path(MESSAGES)) {
            messages.add(message(message));
        }
        ArrayNode tools = tools(context.path(TOOLS));
        if (!tools.isEmpty()) {
            kept.set(TOOLS, tools);
        }
        options(context).properties().forEach(option -> kept.set(option.getKey(), option.getValue()));
        return kept;
    }

    /// @throws OmittedSampleException if it has parts that are not text
    static ObjectNode message(JsonNode message) throws OmittedSampleException {
        ObjectNode kept = StrictJson.MAPPER.createObjectNode();
        for (String field : PLAIN_FIELDS) {
            if (message.path(field).isTextual()) {
                kept.set(field, message.path(field));
            }
        }
        if (message.hasNonNull(SampleMessages.CONTENT)) {
            kept.set(SampleMessages.CONTENT, content(message.path(SampleMessages.CONTENT)));
        }
        for (JsonNode call : message.path(SampleMessages.CALLS)) {
            ObjectNode written = kept.withArrayProperty(SampleMessages.CALLS).addObject();
            written.put("id", call.path("id").asText()).put("type", "function");
            ObjectNode function = written.putObject("function");
            function.set("name", call.at("/function/name"));
            function.set("arguments", call.at("/function/arguments"));
        }
        return kept;
    }

    private static JsonNode content(JsonNode content) throws OmittedSampleException {
        String text = SampleMessages.text(content);
        if (!content.isArray()) {
            return StrictJson.MAPPER.getNodeFactory().textNode(text);
        }
        ArrayNode parts = StrictJson.MAPPER.createArrayNode();
        for (JsonNode part : content) {
            JsonNode words = part.isTextual() ? part : part.path("text");
            parts.addObject().put("type", "text").set("text", words);
        }
        return parts;
    }

    private static ArrayNode tools(JsonNode tools) {
        ArrayNode kept = StrictJson.MAPPER.createArrayNode();
        for (JsonNode tool : tools) {
            if (tool.path("function").isObject()
                    && tool.path("type").asText("function").equals("function")) {
                kept.addObject().put("type", "function").set("function", tool.path("function"));
            }
        }
        return kept;
    }

    /// The options that a request passes to its template.
    static ObjectNode options(ObjectNode context) {
        ObjectNode kept = StrictJson.MAPPER.createObjectNode();
        for (Map.Entry<String, JsonNode> option : context.properties()) {
            String name = option.getKey();
            boolean isOption = !name.equals(MESSAGES) && !name.equals(TOOLS) && !name.equals(GENERATES);
            if (isOption && OPTION.matcher(name).matches() && isPlain(option.getValue())) {
                kept.set(name, option.getValue());
            }
        }
        return kept;
    }

    private static boolean isPlain(JsonNode value) {
        return value.isBoolean()
                || value.isNumber()
                || value.isTextual() && PLAIN_WORD.matcher(value.textValue()).matches();
    }
}

package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.ProviderTools;
import java.util.ArrayList;
import java.util.List;

/// Creates the body for a request in another dialect.
final class ResponsesTranslatedRequest {
    /// Fields of an OpenAI chat request with the same meaning here.
    private static final List<String> SHARED = List.of(
            "temperature",
            "top_p",
            "top_logprobs",
            "parallel_tool_calls",
            "user",
            "metadata",
            "service_tier",
            "safety_identifier",
            "prompt_cache_key",
            "prompt_cache_retention");

    private ResponsesTranslatedRequest() {}

    public static ObjectNode body(Conversation request, Adaptation adaptation) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("model", request.model());
        instructions(request.messages(), body);
        body.set("input", ResponsesTranslatedItems.of(request, adaptation));
        ResponsesTranslatedTools.write(request, body);
        request.maxTokens().ifPresent(limit -> body.put("max_output_tokens", limit));
        shared(request, body);
        ResponsesTranslatedOptions.write(request.body(), body);
        body.put("stream", request.stream()).put("store", false);
        body.putArray("include").add("reasoning.encrypted_content");
        ResponsesTranslatedThinking.write(request.body(), adaptation.templateKwargs(), body);
        return body;
    }

    /// The leading system texts.
    private static void instructions(List<Message> messages, ObjectNode body) {
        List<String> texts = new ArrayList<>();
        for (Message message : messages.subList(0, leading(messages))) {
            for (Part part : message.parts()) {
                if (part instanceof Part.Text(String _, String text)) {
                    texts.add(text);
                }
            }
        }
        if (!texts.isEmpty()) {
            body.put("instructions", String.join("\n\n", texts));
        }
    }

    /// Number of leading system messages.
    static int leading(List<Message> messages) {
        int leading = 0;
        while (leading < messages.size() && messages.get(leading).role() == Role.SYSTEM) {
            leading++;
        }
        return leading;
    }

    private static void shared(Conversation request, ObjectNode body) {
        ObjectNode sent = request.body();
        for (String field : SHARED) {
            JsonNode value = sent.path(field);
            boolean isOfItsOwnMeaning = field.equals("metadata") && value.has("user_id")
                    || field.equals("service_tier") && value.asText("").equals("standard_only");
            if (sent.hasNonNull(field) && !isOfItsOwnMeaning) {
                body.set(field, value.deepCopy());
            }
        }
        JsonNode user = sent.path("metadata").path("user_id");
        if (user.isTextual() && !body.has("user")) {
            body.set("user", user);
        }
    }

    /// Translates the response format.
    static final class ResponsesTranslatedOptions {
        private static final List<String> SCHEMA_FIELDS = List.of("name", "description", "schema", "strict");

        private ResponsesTranslatedOptions() {}

        static void write(ObjectNode sent, ObjectNode body) {
            format(sent, body);
            JsonNode verbosity = sent.path("verbosity");
            if (verbosity.isTextual()) {
                body.withObject("/text").set("verbosity", verbosity);
            }
        }

        /// `response_format` (OpenAI); `output_config.format` and `output_format` (Anthropic), whose schema has no
        /// name.
        private static void format(ObjectNode sent, ObjectNode body) {
            JsonNode format = sent.path("response_format");
            if (format.path("json_schema").isObject()) {
                schema(format.path("json_schema"), body);
            } else if (format.path("type").isTextual()) {
                body.withObject("/text").set("format", format.deepCopy());
            } else if (sent.at("/output_config/format/schema").isObject()) {
                schema(sent.at("/output_config/format"), body);
            } else if (sent.at("/output_format/schema").isObject()) {
                schema(sent.path("output_format"), body);
            }
        }

        private static void schema(JsonNode described, ObjectNode body) {
            ObjectNode format = body.withObject("/text").putObject("format");
            format.put("type", "json_schema").put("name", "answer");
            for (String field : SCHEMA_FIELDS) {
                if (described.hasNonNull(field)) {
                    format.set(field, described.get(field).deepCopy());
                }
            }
        }
    }

    /// Translates tools and the tool choice. `strict` is off: it is on by default here, and schemas written for
    /// another dialect seldom meet its requirements.
    static final class ResponsesTranslatedTools {
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
}

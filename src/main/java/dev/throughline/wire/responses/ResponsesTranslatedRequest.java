package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.EffortInForce;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.ProviderTools;
import dev.throughline.wire.TemplateKwargs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    /// Translates thinking options: an effort, and for chat templates `chat_template_kwargs` with the client's
    /// values from its own or other fields, and a backend's defaults for what it does not set.
    private static final class ResponsesTranslatedThinking {
        /// A budget below it is a low effort, in tokens.
        private static final int LOW_BELOW = 4_096;
        /// A budget below it is a medium effort, in tokens.
        private static final int MEDIUM_BELOW = 16_000;

        private static final String THINKING = "thinking";
        private static final String ENABLE = "enable_thinking";
        private static final String CLEAR = "clear_thinking";

        private ResponsesTranslatedThinking() {}

        static void write(ObjectNode sent, ObjectNode defaults, ObjectNode body) {
            effort(sent).ifPresent(effort -> body.putObject("reasoning").put("effort", effort));
            if (sent.path(TemplateKwargs.FIELD) instanceof ObjectNode kwargs) {
                body.set(TemplateKwargs.FIELD, kwargs.deepCopy());
            }
            TemplateKwargs.fill(body, body, requested(sent));
            TemplateKwargs.fill(body, sent, defaults);
        }

        /// Settings that the client puts elsewhere. Enabled thinking is not repeated: it is the default of the
        /// templates.
        private static ObjectNode requested(ObjectNode sent) {
            ObjectNode requested = sent.objectNode();
            if (sent.path(THINKING).path("type").asText("").equals("disabled")) {
                requested.put(ENABLE, false);
            }
            for (JsonNode holder : List.of(sent, sent.path(THINKING))) {
                for (String key : List.of(ENABLE, CLEAR)) {
                    if (holder.path(key).isBoolean()) {
                        requested.set(key, holder.get(key));
                    }
                }
            }
            return requested;
        }

        /// The client's value if it has one: `reasoning_effort` (OpenAI), `reasoning.effort` (OpenRouter),
        /// that in force (Anthropic); otherwise derived from `thinking` and its budget.
        private static Optional<String> effort(ObjectNode sent) {
            JsonNode thinking = sent.path(THINKING);
            if (thinking.path("type").asText("").equals("disabled") || isOff(sent.path(ENABLE))) {
                return Optional.of("none");
            }
            for (JsonNode word :
                    List.of(sent.path("reasoning_effort"), sent.at("/reasoning/effort"), EffortInForce.of(sent))) {
                if (word.isTextual()) {
                    return Optional.of(word.textValue());
                }
            }
            JsonNode budget = thinking.path("budget_tokens");
            return budget.isIntegralNumber() ? Optional.of(effort(budget.longValue())) : Optional.empty();
        }

        private static String effort(long budget) {
            if (budget < LOW_BELOW) {
                return "low";
            }
            return budget < MEDIUM_BELOW ? "medium" : "high";
        }

        private static boolean isOff(JsonNode value) {
            return value.isBoolean() && !value.booleanValue();
        }
    }
}

package dev.throughline.wire.responses.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.Adaptation;
import java.util.ArrayList;
import java.util.List;

/// Creates the body for a request in another dialect.
public final class ResponsesTranslatedRequest {
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
}

package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.TemplateKwargs;
import java.util.HashMap;
import java.util.Map;

/// A client's own body with as few changes as an adaptation requires: template defaults, and the thinking
/// of rewritten messages. A message that contained only thinking and loses it is removed, since the dialect
/// does not allow empty messages.
final class AnthropicAdaptedBody {
    private static final String MESSAGES = "/messages/";
    private static final String CONTENT = "content";

    private AnthropicAdaptedBody() {}

    public static ObjectNode of(Conversation request, Adaptation adaptation) {
        Map<Integer, ArrayNode> contents = contents(request, adaptation);
        ObjectNode filled = TemplateKwargs.withDefaults(request.body(), adaptation.templateKwargs());
        if (contents.isEmpty()) {
            return filled;
        }
        return filled.path("messages") instanceof ArrayNode messages
                ? StrictJson.with(filled, "messages", replaced(messages, contents))
                : filled;
    }

    /// The changed content arrays, by the index of their message.
    private static Map<Integer, ArrayNode> contents(Conversation request, Adaptation adaptation) {
        Map<Integer, ArrayNode> changed = new HashMap<>();
        boolean dropsAll = adaptation.history() == HistoryField.NONE;
        for (Message message : request.messages()) {
            if (message.role() != Role.ASSISTANT
                    || !(dropsAll || adaptation.rewritten().contains(message.path()))) {
                continue;
            }
            JsonNode content = request.body().at(message.path()).path(CONTENT);
            var thinking = new AnthropicReplacedThinking(message, content);
            thinking.content(dropsAll, adaptation.ownThoughts())
                    .ifPresent(blocks -> changed.put(index(message), blocks));
        }
        return changed;
    }

    private static ArrayNode replaced(ArrayNode messages, Map<Integer, ArrayNode> contents) {
        ArrayNode replaced = messages.arrayNode();
        for (int i = 0; i < messages.size(); i++) {
            ArrayNode blocks = contents.get(i);
            if (blocks == null || !blocks.isEmpty()) {
                replaced.add(blocks == null ? messages.get(i) : with(messages.get(i), blocks));
            }
        }
        return replaced;
    }

    private static JsonNode with(JsonNode message, ArrayNode blocks) {
        return message instanceof ObjectNode object ? StrictJson.with(object, CONTENT, blocks) : message;
    }

    private static int index(Message message) {
        return Integer.parseInt(message.path().substring(MESSAGES.length()));
    }
}

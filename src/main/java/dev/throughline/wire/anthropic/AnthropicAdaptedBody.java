package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.TemplateKwargs;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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

    /// Replaces the thinking in the content of one message by that of its parts. The parts determine the
    /// positions: other blocks keep their order and are unchanged, whether or not they have a part.
    private static final class AnthropicReplacedThinking {
        private final Message message;
        private final JsonNode content;
        private final ArrayNode blocks;
        private final ArrayNode replaced = JsonNodeFactory.instance.arrayNode();
        /// First block of the received content that is not yet taken or dropped.
        private int next;

        AnthropicReplacedThinking(Message message, JsonNode content) {
            this.message = message;
            this.content = content;
            blocks = content instanceof ArrayNode array ? array : single(content);
        }

        /// The new content, empty if it equals the old one.
        /// @param dropsAll whether the thinking of the parts is dropped too
        /// @param isOwnOnly whether thinking without a signature is dropped
        Optional<ArrayNode> content(boolean dropsAll, boolean isOwnOnly) {
            for (Part part : message.parts()) {
                switch (part) {
                    case Part.Reasoning reasoning
                    when isOwnOnly && reasoning.signature().isEmpty() -> {}
                    case Part.Reasoning reasoning when !dropsAll -> replaced.add(same(thinking(reasoning), part));
                    case Part.RedactedReasoning(String _, String data)
                    when !dropsAll -> replaced.add(same(AnthropicBlockFactory.redacted(data), part));
                    case Part.Reasoning _, Part.RedactedReasoning _ -> {}
                    case Part.Text _,
                            Part.ToolCall _,
                            Part.ToolResult _,
                            Part.Reference _,
                            Part.Image _,
                            Part.Other _ -> takeUpTo(place(part.path()));
                }
            }
            takeUpTo(blocks.size() - 1);
            return replaced.equals(blocks) ? Optional.empty() : Optional.of(replaced);
        }

        private void takeUpTo(int last) {
            while (next <= last && next < blocks.size()) {
                JsonNode block = blocks.get(next);
                if (!isThinking(block)) {
                    replaced.add(block);
                }
                next++;
            }
        }

        private static ObjectNode thinking(Part.Reasoning part) {
            return AnthropicBlockFactory.thinking(part.text(), part.signature().orElse(""));
        }

        /// The block as received if it has the same content as the part, so that unknown fields are preserved.
        private JsonNode same(ObjectNode made, Part part) {
            JsonNode received = blocks.path(place(part.path()));
            boolean isSame = made.properties().stream()
                    .allMatch(field -> received.path(field.getKey())
                            .asText()
                            .equals(field.getValue().textValue()));
            return isSame ? received : made;
        }

        /// Index of the block from which a part was decoded, −1 for a part from elsewhere.
        private int place(String path) {
            String prefix = message.path() + "/content/";
            if (!path.startsWith(prefix)) {
                return content instanceof ArrayNode ? -1 : 0;
            }
            int end = path.indexOf('/', prefix.length());
            String index = path.substring(prefix.length(), end < 0 ? path.length() : end);
            return index.chars().allMatch(Character::isDigit) && !index.isEmpty() ? Integer.parseInt(index) : -1;
        }

        private static boolean isThinking(JsonNode block) {
            String type = block.path("type").asText();
            return type.equals("thinking") || type.equals("redacted_thinking");
        }

        private static ArrayNode single(JsonNode text) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            if (text.isTextual() && !text.textValue().isBlank()) {
                array.add(AnthropicBlockFactory.text(text.textValue()));
            }
            return array;
        }
    }
}

package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.chat.ChatReasoningBlocks.Block;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Adapts the messages of a chat request to its backend: reasoning in the fields that it reads, content as
/// strings if it requires them.
final class ChatAdaptedMessages {
    private static final String CONTENT = "content";

    private ChatAdaptedMessages() {}

    /// @param sent the messages of the body
    /// @param decoded the decoded messages, by path
    /// @return the same array if nothing has to change
    static JsonNode of(JsonNode sent, List<Message> decoded, Adaptation adaptation) {
        if (adaptation.keepsMessages()) {
            return sent;
        }
        ArrayNode adapted = JsonNodeFactory.instance.arrayNode();
        Map<String, Message> byPath = new LinkedHashMap<>();
        decoded.forEach(message -> byPath.put(message.path(), message));
        boolean isChanged = false;
        for (int i = 0; i < sent.size(); i++) {
            JsonNode before = sent.get(i);
            Message message = byPath.get("/messages/" + i);
            JsonNode after = message != null && before instanceof ObjectNode object
                    ? adapted(object, message, adaptation)
                    : before;
            isChanged |= after != before;
            adapted.add(after);
        }
        return isChanged ? adapted : sent;
    }

    private static ObjectNode adapted(ObjectNode sent, Message message, Adaptation adaptation) {
        boolean isRewritten = adaptation.rewritten().contains(message.path());
        ObjectNode adapted = sent;
        ArrayNode details = adaptation.details().get(message.path());
        if (details != null) {
            adapted = isRewritten
                    ? given(sent, message, details)
                    : StrictJson.with(sent, ChatReasoningBlocks.DETAILS, details);
        } else if (message.role() == Role.ASSISTANT) {
            adapted = isRewritten || isMoved(sent, message, adaptation.history())
                    ? reasoned(sent, message, adaptation.history(), isRewritten)
                    : sent;
        }
        if (adaptation.flattensContent()) {
            JsonNode flattened = ChatContent.flattened(adapted.path(CONTENT));
            adapted = flattened == adapted.path(CONTENT) ? adapted : StrictJson.with(adapted, CONTENT, flattened);
        }
        return adapted.equals(sent) ? sent : adapted;
    }

    private static ObjectNode given(ObjectNode sent, Message message, ArrayNode details) {
        ObjectNode fields = ChatHistoryReasoning.issued(details, asNamed(message), ChatReasoningBlocks.of(message));
        return ChatCallExtras.placed(ChatHistoryReasoning.replaced(sent, fields));
    }

    /// Whether the reasoning of a message that was not rewritten may be in another place than the
    /// backend's.
    private static boolean isMoved(ObjectNode sent, Message message, HistoryField field) {
        boolean hasReasoning = message.parts().stream()
                .anyMatch(part -> part instanceof Part.Reasoning || part instanceof Part.RedactedReasoning);
        return switch (field) {
            case AS_SENT -> false;
            case NONE -> hasReasoning || ChatHistoryReasoning.FIELDS.stream().anyMatch(sent::has);
            case REASONING_CONTENT, REASONING, BOTH, DETAILS, THINK_TAGS, THINKING_CHUNKS -> hasReasoning;
        };
    }

    private static ObjectNode reasoned(ObjectNode sent, Message message, HistoryField field, boolean isRewritten) {
        List<Block> blocks = ChatReasoningBlocks.of(message);
        boolean hasField = message.parts().stream().anyMatch(part -> part instanceof Part.Reasoning);
        JsonNode details = sent.path(ChatReasoningBlocks.DETAILS);
        return switch (field) {
            case AS_SENT -> ChatHistoryReasoning.replaced(sent, asNamed(message));
            case DETAILS -> {
                boolean isKept = !isRewritten && details.isArray() && !details.isEmpty();
                ObjectNode kept = JsonNodeFactory.instance.objectNode();
                kept.set(ChatReasoningBlocks.DETAILS, details);
                yield ChatHistoryReasoning.replaced(
                        sent, isKept ? kept : ChatHistoryReasoning.fields(field, blocks, hasField));
            }
            case THINK_TAGS, THINKING_CHUNKS -> {
                ObjectNode bare = ChatHistoryReasoning.replaced(sent, JsonNodeFactory.instance.objectNode());
                JsonNode content = ChatHistoryReasoning.within(bare.path(CONTENT), field, blocks);
                yield content.isMissingNode() ? bare : StrictJson.with(bare, CONTENT, content);
            }
            case REASONING_CONTENT, REASONING, BOTH, NONE ->
                ChatHistoryReasoning.replaced(sent, ChatHistoryReasoning.fields(field, blocks, hasField));
        };
    }

    /// Reasoning in the fields named by its parts; `reasoning_content` for names of other dialects.
    private static ObjectNode asNamed(Message message) {
        Map<String, List<Block>> blocks = new LinkedHashMap<>();
        for (Part part : message.parts()) {
            if (part instanceof Part.Reasoning reasoning) {
                String field = ChatHistoryReasoning.FIELDS.contains(reasoning.field())
                        ? reasoning.field()
                        : "reasoning_content";
                blocks.computeIfAbsent(field, any -> new ArrayList<>())
                        .add(new Block.Readable(reasoning.text(), reasoning.signature()));
            } else if (part instanceof Part.RedactedReasoning redacted) {
                blocks.computeIfAbsent(ChatReasoningBlocks.DETAILS, any -> new ArrayList<>())
                        .add(new Block.Sealed(redacted.data()));
            }
        }
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        blocks.forEach((field, named) -> {
            if (field.equals(ChatReasoningBlocks.DETAILS)) {
                fields.set(field, ChatHistoryReasoning.details(named));
            } else {
                fields.put(field, ChatReasoningBlocks.text(named));
            }
        });
        return fields;
    }
}

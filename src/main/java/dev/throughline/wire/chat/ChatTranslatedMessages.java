package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.chat.ChatReasoningBlocks.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Translates the messages of a conversation. Content without a counterpart in the chat dialect is dropped:
/// references, parts of unknown types, proofs, and opaque reasoning that only its provider can read. An answer that
/// thought again after a call becomes a message for each step, followed by its results:
/// a message of this dialect has its reasoning before all its calls.
final class ChatTranslatedMessages {
    private static final String CONTENT = "content";

    private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    private final Adaptation adaptation;

    private ChatTranslatedMessages(Adaptation adaptation) {
        this.adaptation = adaptation;
    }

    static ArrayNode of(List<Message> messages, Adaptation adaptation) {
        var translated = new ChatTranslatedMessages(adaptation);
        InterleavedSteps.of(messages, adaptation.details().keySet()).forEach(translated::add);
        return translated.messages;
    }

    private void add(Message message) {
        switch (message.role()) {
            // A turn of Anthropic's that only carries settings has no text.
            case SYSTEM -> {
                if (!message.parts().isEmpty()) {
                    add("system", message.parts());
                }
            }
            case USER -> add("user", message.parts());
            case ASSISTANT -> answered(message);
            case TOOL -> ChatToolResults.write(message.parts(), messages);
        }
    }

    private void add(String role, List<Part> parts) {
        ObjectNode added = JsonNodeFactory.instance.objectNode().put("role", role);
        added.set(CONTENT, ChatContent.of(parts, adaptation.flattensContent()));
        messages.add(added);
    }

    /// An answer without any translatable content is dropped: servers reject a message without content and
    /// calls.
    private void answered(Message message) {
        ArrayNode calls = calls(message.parts());
        String text = message.text();
        List<Block> blocks = readable(message);
        Optional<ArrayNode> details = Optional.ofNullable(adaptation.details().get(message.path()));
        if (calls.isEmpty()
                && text.isEmpty()
                && details.isEmpty()
                && ChatReasoningBlocks.text(blocks).isEmpty()) {
            return;
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("role", "assistant");
        JsonNode content = text.isEmpty() && !calls.isEmpty() ? NullNode.getInstance() : TextNode.valueOf(text);
        answer.set(CONTENT, ChatHistoryReasoning.within(content, adaptation.history(), blocks));
        answer.setAll(fields(details, blocks));
        if (!calls.isEmpty()) {
            answer.set("tool_calls", calls);
        }
        messages.add(ChatCallExtras.placed(answer));
    }

    /// Without proofs: those of another dialect are no proofs here, and the backend's own come back as details.
    private static List<Block> readable(Message message) {
        List<Block> readable = new ArrayList<>();
        for (Block block : ChatReasoningBlocks.of(message)) {
            if (block instanceof Block.Readable(String text, Optional<String> _) && !text.isEmpty()) {
                readable.add(new Block.Readable(text, Optional.empty()));
            }
        }
        return readable;
    }

    private ObjectNode fields(Optional<ArrayNode> details, List<Block> blocks) {
        HistoryField field = adaptation.history();
        if (details.isEmpty()) {
            return ChatHistoryReasoning.fields(field, blocks, false);
        }
        HistoryField plain = field == HistoryField.DETAILS ? HistoryField.REASONING : field;
        return ChatHistoryReasoning.issued(details.get(), ChatHistoryReasoning.fields(plain, blocks, false), blocks);
    }

    private static ArrayNode calls(List<Part> parts) {
        ArrayNode calls = JsonNodeFactory.instance.arrayNode();
        for (Part part : parts) {
            if (part instanceof Part.ToolCall(String _, String id, String name, String arguments)) {
                ObjectNode call = calls.addObject().put("id", id).put("type", "function");
                call.putObject("function").put("name", name).put("arguments", arguments);
            }
        }
        return calls;
    }
}

package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The messages of another dialect as turns that alternate: what users and tools say in a row is one user message,
/// what the assistant says in a row one assistant message. System texts before the first turn are the system; later
/// ones are said by the user at their place. Blank texts and turns without a block are left out, as the dialect allows
/// neither.
final class Turns {
    private final boolean keepsThinking;
    private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    private final List<String> system = new ArrayList<>();
    private UserBlocks user = new UserBlocks(List.of());
    private AssistantBlocks assistant = new AssistantBlocks();

    Turns(boolean keepsThinking) {
        this.keepsThinking = keepsThinking;
    }

    void add(Message message) {
        switch (message.role()) {
            case SYSTEM -> system(message);
            case USER, TOOL -> {
                endAssistant();
                user.add(message);
            }
            case ASSISTANT -> {
                endUser();
                assistant.add(message, keepsThinking);
            }
        }
    }

    /// One text as a string, several as blocks.
    Optional<JsonNode> system() {
        if (system.isEmpty()) {
            return Optional.empty();
        }
        if (system.size() == 1) {
            return Optional.of(TextNode.valueOf(system.getFirst()));
        }
        ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
        system.forEach(text -> blocks.add(Blocks.text(text)));
        return Optional.of(blocks);
    }

    ArrayNode messages() {
        endUser();
        endAssistant();
        return messages;
    }

    private void system(Message message) {
        if (!messages.isEmpty() || !user.isEmpty() || !assistant.isEmpty()) {
            endAssistant();
            user.add(message);
            return;
        }
        for (Part part : message.parts()) {
            if (part instanceof Part.Text(String _, String text) && !text.isBlank()) {
                system.add(text);
            }
        }
    }

    private void endUser() {
        if (!user.isEmpty()) {
            turn("user", user.blocks());
            user = new UserBlocks(List.of());
        }
    }

    private void endAssistant() {
        if (!assistant.isEmpty()) {
            turn("assistant", assistant.blocks());
            user = new UserBlocks(assistant.calls());
            assistant = new AssistantBlocks();
        }
    }

    private void turn(String role, ArrayNode blocks) {
        ObjectNode message = messages.addObject().put("role", role);
        JsonNode only = blocks.path(0);
        boolean isText = blocks.size() == 1 && only.path("type").asText().equals("text");
        message.set("content", isText ? only.path("text") : blocks);
    }
}

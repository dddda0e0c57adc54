package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/// Reads the items of a history into messages. Adjacent items of the assistant's side are one message, as one answer
/// produced them; adjacent outputs of tools are one message; every other item is a message of its own.
final class InputItems {
    private InputItems() {}

    static List<Message> decode(ArrayNode items, String pointer) throws WireException {
        List<Message> messages = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            Message item = InputItem.decode(FieldReader.of(items.get(i), pointer + "/" + i));
            if (!messages.isEmpty() && isContinued(messages.getLast().role(), item.role())) {
                messages.add(joined(messages.removeLast(), item));
            } else {
                messages.add(item);
            }
        }
        return messages;
    }

    private static boolean isContinued(Role before, Role role) {
        return before == role && (role == Role.ASSISTANT || role == Role.TOOL);
    }

    private static Message joined(Message message, Message more) {
        List<Part> parts = new ArrayList<>(message.parts());
        parts.addAll(more.parts());
        return new Message(message.path(), message.role(), parts);
    }
}

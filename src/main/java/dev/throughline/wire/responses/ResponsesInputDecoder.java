package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/// Decodes the items of a history to messages. Adjacent items of the assistant are one message, since one
/// answer produced them; adjacent tool outputs are one message; every other item is a separate message.
final class ResponsesInputDecoder {
    private ResponsesInputDecoder() {}

    /// @param from index of the first item to decode
    static List<Message> decode(ArrayNode items, int from, String pointer) throws WireException {
        List<Message> messages = new ArrayList<>(items.size());
        List<Message> group = new ArrayList<>();
        for (int i = from; i < items.size(); i++) {
            Message item = ResponsesInputItem.decode(FieldReader.of(items.get(i), pointer + "/" + i));
            if (!group.isEmpty() && !isContinued(group.getLast().role(), item.role())) {
                messages.add(joined(group));
                group.clear();
            }
            group.add(item);
        }
        if (!group.isEmpty()) {
            messages.add(joined(group));
        }
        return messages;
    }

    private static boolean isContinued(Role before, Role role) {
        return before == role && (role == Role.ASSISTANT || role == Role.TOOL);
    }

    private static Message joined(List<Message> group) {
        Message first = group.getFirst();
        if (group.size() == 1) {
            return first;
        }
        List<Part> parts = new ArrayList<>();
        group.forEach(message -> parts.addAll(message.parts()));
        return new Message(first.path(), first.role(), parts);
    }
}

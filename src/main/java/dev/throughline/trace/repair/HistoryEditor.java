package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Collects changes to a history. Nothing is copied before the first one.
final class HistoryEditor {
    private final Conversation request;
    private final List<Message> messages;
    private final Set<String> changed = new HashSet<>();
    private final List<Repair> repairs = new ArrayList<>();

    HistoryEditor(Conversation request) {
        this.request = request;
        this.messages = new ArrayList<>(request.messages());
    }

    /// Replaces the parts of a message.
    void replace(int index, List<Part> parts) {
        Message message = messages.get(index);
        messages.set(index, new Message(message.path(), message.role(), parts));
        changed.add(message.path());
    }

    /// Removes all reasoning from a message.
    void strip(int index) {
        List<Part> kept = messages.get(index).parts().stream()
                .filter(part -> !isReasoning(part))
                .toList();
        if (kept.size() < messages.get(index).parts().size()) {
            replace(index, kept);
        }
    }

    void record(Repair repair) {
        repairs.add(repair);
    }

    EditedHistory done() {
        Conversation edited = changed.isEmpty() ? request : request.withMessages(messages);
        return new EditedHistory(edited, changed, repairs);
    }

    static boolean isReasoning(Part part) {
        return switch (part) {
            case Part.Reasoning _, Part.RedactedReasoning _ -> true;
            case Part.Text _, Part.ToolCall _, Part.ToolResult _, Part.Reference _, Part.Image _, Part.Other _ -> false;
        };
    }
}

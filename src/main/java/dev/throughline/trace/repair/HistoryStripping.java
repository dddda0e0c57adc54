package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.trace.match.UserTurnDetector;
import java.util.List;

/// Removes reasoning from a history. Opaque blocks count as reasoning; everything else is kept, and a
/// message that contained nothing else is kept without parts.
public final class HistoryStripping {
    private HistoryStripping() {}

    /// Keeps the reasoning after the last user message (the tool loop) and removes all before it.
    public static EditedHistory keepLast(Conversation request) {
        return strip(request, firstKept(request));
    }

    /// Index of the first message whose reasoning `keepLast` keeps.
    public static int firstKept(Conversation request) {
        return lastUser(request.messages());
    }

    /// Removes all reasoning.
    public static EditedHistory none(Conversation request) {
        return strip(request, request.messages().size());
    }

    private static EditedHistory strip(Conversation request, int end) {
        var edit = new HistoryEditor(request);
        for (int i = 0; i < end; i++) {
            if (request.messages().get(i).role() == Role.ASSISTANT) {
                edit.strip(i);
            }
        }
        return edit.done();
    }

    private static int lastUser(List<Message> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (UserTurnDetector.isReal(messages.get(i))) {
                return i;
            }
        }
        return 0;
    }
}

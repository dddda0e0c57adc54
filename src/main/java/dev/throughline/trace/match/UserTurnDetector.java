package dev.throughline.trace.match;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import java.util.List;

/// Distinguishes user messages from messages that a client adds in the user role.
public final class UserTurnDetector {
    private UserTurnDetector() {}

    /// Whether a message was written by the user. Reminders that a client wraps in `<system-reminder>` are
    /// not, nor are results of tools that it sends as text.
    public static boolean isReal(Message message) {
        return message.role() == Role.USER
                && !message.isTaggedToolResult()
                && message.parts().stream().anyMatch(part -> !isReminder(part));
    }

    /// The number of user turns in a history: adjacent user messages count once.
    public static int count(List<Message> messages) {
        int turns = 0;
        boolean inUser = false;
        for (Message message : messages) {
            boolean isUser = isReal(message);
            if (isUser && !inUser) {
                turns++;
            }
            inUser = isUser || inUser && message.role() == Role.SYSTEM;
        }
        return turns;
    }

    private static boolean isReminder(Part part) {
        return part instanceof Part.Text(String _, String text)
                && text.strip().startsWith("<system-reminder>")
                && text.strip().endsWith("</system-reminder>");
    }
}

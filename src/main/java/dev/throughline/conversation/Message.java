package dev.throughline.conversation;

import java.util.List;
import java.util.regex.Pattern;

/// One message of a history, with its parts in the order of the request.
///
/// If a dialect spreads one answer over several items (Responses), adjacent assistant items form one message.
/// @param path JSON pointer of the message (of its first item)
public record Message(String path, Role role, List<Part> parts) {
    private static final Pattern TAGGED_RESULT = Pattern.compile(
            "\\[(?!attempt_completion)[a-z_]{1,64}( for '[^\\n]*)?\\] Result:|\\[ERROR\\] You did not use a tool");

    public Message {
        parts = List.copyOf(parts);
    }

    /// Whether the message only reports a tool's result in the user role, as clients do that call tools by tags in
    /// the text (Cline 1 and 2): `[execute_command for '…'] Result:`, or that none was called. Text after the end
    /// of a task, or inside `<user_message>` or `<feedback>`, was written by the user.
    public boolean isTaggedToolResult() {
        return role == Role.USER
                && !parts.isEmpty()
                && parts.getFirst() instanceof Part.Text(String _, String first)
                && TAGGED_RESULT.matcher(first).lookingAt()
                && parts.stream().noneMatch(Message::quotesTheUser);
    }

    private static boolean quotesTheUser(Part part) {
        return part instanceof Part.Text(String _, String text)
                && (text.contains("<user_message>") || text.contains("<feedback>"));
    }

    /// The visible text, parts joined without a separator.
    public String text() {
        var text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Text visible) {
                text.append(visible.text());
            }
        }
        return text.toString();
    }
}

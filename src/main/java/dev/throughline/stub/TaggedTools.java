package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;

/// Tools that a client describes in its instructions and takes as tags in the text, without a `tools` field: Cline 1
/// and 2. Every answer is to call one; the last calls `attempt_completion`.
final class TaggedTools {
    private static final String CALL = "execute_command";
    private static final String END = "attempt_completion";

    private TaggedTools() {}

    /// Whether the instructions of a request show both the tool that runs a command and the one that ends a task.
    static boolean areOffered(Conversation request) {
        return request.tools().isEmpty()
                && request.messages().stream()
                        .filter(message -> message.role() == Role.SYSTEM)
                        .map(Message::text)
                        .anyMatch(text -> text.contains(opener(CALL)) && text.contains(opener(END)));
    }

    /// A call of a harmless command.
    /// @param printed what it prints, a text without quotes
    static String call(String printed) {
        return element(
                CALL, element("command", "echo '" + printed + "'") + "\n" + element("requires_approval", "false"));
    }

    /// The call that ends a task.
    static String end(String text) {
        return element(END, element("result", text));
    }

    private static String element(String name, String content) {
        boolean isTool = name.equals(CALL) || name.equals(END);
        String line = isTool ? "\n" : "";
        return opener(name) + line + content + line + "</" + name + ">";
    }

    private static String opener(String name) {
        return "<" + name + ">";
    }
}

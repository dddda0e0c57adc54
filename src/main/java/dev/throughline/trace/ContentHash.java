package dev.throughline.trace;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.text.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A fingerprint of an answer's visible content: its text and its calls, without reasoning and ids, so that
/// an answer is recognized even when a client dropped its reasoning or minted new ids.
public final class ContentHash {
    private ContentHash() {}

    /// The part of a call that enters the fingerprint.
    /// @param arguments JSON text; white space and key order are ignored, absent arguments equal an empty object
    public record Call(String name, String arguments) {}

    /// The fingerprint of an answer. White space in the text is ignored, since clients trim texts and their lines.
    public static String of(String text, List<Call> calls) {
        StringBuilder shown = withoutWhiteSpace(text);
        for (Call call : calls) {
            shown.append('\u0000').append(call.name()).append('\u0000');
            shown.append(call.arguments().isBlank() ? "{}" : CanonicalJson.canonical(call.arguments()));
        }
        return Sha256.hex(shown.toString());
    }

    /// The fingerprint of an assistant message; empty if it has no visible content.
    public static Optional<String> of(Message message) {
        String text = message.text();
        List<Call> calls = new ArrayList<>();
        for (Part part : message.parts()) {
            if (part instanceof Part.ToolCall(String _, String _, String name, String arguments)) {
                calls.add(new Call(name, arguments));
            }
        }
        return text.isBlank() && calls.isEmpty() ? Optional.empty() : Optional.of(of(text, calls));
    }

    private static StringBuilder withoutWhiteSpace(String text) {
        char[] dense = new char[text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (!Character.isWhitespace(unit)) {
                dense[length++] = unit;
            }
        }
        return new StringBuilder(length).append(dense, 0, length);
    }
}

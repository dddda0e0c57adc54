package dev.throughline.trace.match;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.Category;
import dev.throughline.trace.ContentHash;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Detects answers that a client returns in several adjacent messages. Seen: reasoning, text and calls apart.
public final class SplitAnswerDetector {
    private SplitAnswerDetector() {}

    /// The fingerprint of messages that together form one answer.
    public static Optional<String> hash(List<Message> messages) {
        List<Part> parts = new ArrayList<>();
        messages.forEach(message -> parts.addAll(message.parts()));
        return ContentHash.of(new Message("", Role.ASSISTANT, parts));
    }

    /// The fingerprints of all sequences of adjacent assistant messages.
    public static Set<String> hashes(List<Message> messages) {
        Set<String> hashes = new HashSet<>();
        int start = 0;
        for (int i = 0; i <= messages.size(); i++) {
            if (i == messages.size() || messages.get(i).role() != Role.ASSISTANT) {
                if (i - start > 1) {
                    hash(messages.subList(start, i)).ifPresent(hashes::add);
                }
                start = i + 1;
            }
        }
        return hashes;
    }

    /// Whether a message may be a part of an answer carried by the next message: it has no visible content,
    /// or its content is a text of that answer.
    /// @param texts of that answer
    public static boolean isPiece(Message message, Set<String> texts) {
        boolean hasCalls = message.parts().stream().anyMatch(part -> part instanceof Part.ToolCall);
        String text = message.text();
        return !hasCalls && (text.isBlank() || texts.contains(text.strip()));
    }

    /// The texts of an answer, without surrounding white space.
    public static Set<String> texts(TracedExchange answer) {
        return answer.items().stream()
                .filter(item -> item.category() == Category.CONTENT)
                .map(item -> item.value().strip())
                .collect(Collectors.toSet());
    }
}

package dev.throughline.trace.match;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.trace.ContentHash;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The fingerprints by which the answer of an assistant message may be found: of the message as it is,
/// without reasoning that a client wrapped into its text, and without parts that occur twice in a row.
public final class ContentFingerprints {
    private ContentFingerprints() {}

    public static Set<String> hashes(Message message) {
        Set<String> hashes = new LinkedHashSet<>();
        ContentHash.of(message).ifPresent(hashes::add);
        List<Part> bare = withoutTagged(message.parts());
        if (bare != message.parts()) {
            ContentHash.of(with(message, bare)).ifPresent(hashes::add);
        }
        List<Part> once = withoutRepeated(message.parts());
        if (once.size() < message.parts().size()) {
            ContentHash.of(with(message, once)).ifPresent(hashes::add);
        }
        return hashes;
    }

    private static Message with(Message message, List<Part> parts) {
        return new Message(message.path(), message.role(), parts);
    }

    /// The same list if there is nothing to remove.
    private static List<Part> withoutTagged(List<Part> parts) {
        List<Part> bare = new ArrayList<>(parts.size());
        boolean isTagged = false;
        for (Part part : parts) {
            if (part instanceof Part.Text(String path, String text) && text.indexOf('<') >= 0) {
                TaggedReasoning tagged = TaggedReasoning.in(text);
                isTagged |= !tagged.thoughts().isEmpty();
                bare.add(new Part.Text(path, tagged.rest()));
            } else {
                bare.add(part);
            }
        }
        return isTagged ? bare : parts;
    }

    private static List<Part> withoutRepeated(List<Part> parts) {
        List<Part> once = new ArrayList<>(parts.size());
        for (Part part : parts) {
            if (once.isEmpty() || !isSame(once.getLast(), part)) {
                once.add(part);
            }
        }
        return once;
    }

    private static boolean isSame(Part some, Part other) {
        if (some instanceof Part.ToolCall call && other instanceof Part.ToolCall again) {
            return !call.id().isEmpty() && call.id().equals(again.id());
        }
        return some instanceof Part.Text(String _, String text)
                && other instanceof Part.Text(String _, String again)
                && !text.isBlank()
                && text.equals(again);
    }
}

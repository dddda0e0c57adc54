package dev.throughline.trace.oracle;

import dev.throughline.conversation.Part;
import java.util.Set;

/// The fields in which reasoning is issued and returned.
final class PlainFields {
    /// Reasoning that only its provider reads.
    static final String OPAQUE = "redacted_thinking";
    /// Reasoning of the Responses dialect.
    static final String ITEM = "reasoning";

    private static final String SEALED = "encrypted_content";
    private static final Set<String> OF_ITEM = Set.of("reasoning", "content", "summary", SEALED);

    private PlainFields() {}

    /// Whether a part is the form of an item of the Responses dialect that only the server reads.
    static boolean isSealed(Part part) {
        return part instanceof Part.Reasoning reasoning && reasoning.field().equals(SEALED);
    }

    /// Whether a part is in the field in which a block was issued.
    static boolean isOwn(String issued, Part.Reasoning part) {
        return issued.equals(ITEM) ? OF_ITEM.contains(part.field()) : issued.equals(part.field());
    }

    /// Whether a part is inside a content, where a block of its dialect is not.
    static boolean isInContent(String issued, Part.Reasoning part) {
        return issued.startsWith("reasoning_") && part.path().contains("/content/");
    }
}

package dev.throughline.trace;

import dev.throughline.conversation.Part;
import java.util.Set;

/// The fields that carry reasoning, and which of them are equivalent.
public final class ReasoningFields {
    public static final String REDACTED = "redacted_thinking";
    public static final String RESPONSES = "reasoning";
    public static final String ENCRYPTED = "encrypted_content";
    /// The fields of a chat message.
    public static final String DETAILS = "reasoning_details";
    /// The fields of a translated chat answer: its text is in both, either is enough to bring all of it back.
    public static final String EITHER = DETAILS + "+reasoning_content";

    private static final String USUAL = "reasoning_content";
    private static final String BOTH = "both";
    private static final Set<String> RESPONSES_FIELDS = Set.of("content", "summary", ENCRYPTED);
    private static final Set<String> BOTH_FIELDS = Set.of(USUAL, "reasoning");

    private ReasoningFields() {}

    /// Whether a part is in the place where an item of this field was issued.
    public static boolean isOwn(String issued, Part.Reasoning found) {
        if (issued.equals(RESPONSES) && RESPONSES_FIELDS.contains(found.field())) {
            return true;
        }
        return issued.equals(BOTH) ? BOTH_FIELDS.contains(found.field()) : has(issued, found.field());
    }

    /// Whether this is one of the fields that an item was issued in, which are joined by `+`.
    public static boolean has(String issued, String field) {
        return issued.equals(field) || ('+' + issued + '+').contains('+' + field + '+');
    }

    /// Whether the client must return the proofs of an item of a chat answer: those of a translated one are on record.
    public static boolean hasProofs(String issued) {
        return has(issued, DETAILS) && !issued.equals(EITHER);
    }

    /// The field that says most of those that an item of a chat answer was issued in.
    public static String main(String issued) {
        if (hasProofs(issued)) {
            return DETAILS;
        }
        return issued.equals(BOTH) || issued.contains("+") ? USUAL : issued;
    }

    /// Whether a part is inside the content of a message whose reasoning has a field beside the content: no
    /// server reads reasoning there, whatever the field's name.
    public static boolean isMisplaced(String issued, Part.Reasoning found) {
        boolean isBlock = issued.equals("thinking")
                || issued.equals(RESPONSES) && !found.path().startsWith("/messages/");
        return !isBlock && found.path().contains("/content/");
    }
}

package dev.throughline.trace;

import java.util.Optional;

/// The facts about one item in one request, without judgment.
///
/// @param turnPresent whether any part of the item's answer is present in the request
/// @param place where the item (or what is left of it) is located
/// @param text how its text compares
/// @param signature how its signature compares
/// @param inOrder whether it is in the order of the answer's blocks
/// @param copies how often it occurs
/// @param path JSON pointer to the location, empty for none
/// @param field the wire field that now carries it, empty for none
/// @param difference a short description of what differs, without quoting the text at length
public record Sighting(
        boolean turnPresent,
        Place place,
        TextMatch text,
        SignatureMatch signature,
        boolean inOrder,
        int copies,
        String path,
        String field,
        Optional<String> difference) {
    /// The location of an item.
    public enum Place {
        /// In the place defined by its dialect.
        OWN,
        /// Under another known field of the same meaning.
        ALIAS,
        /// Under another known field, while its own field is present and empty.
        BESIDE_EMPTY,
        /// In another kind of part, or in a message of another role.
        ELSEWHERE,
        /// Referred to by an id that the server resolves.
        REFERENCE,
        NOWHERE
    }

    /// How a text compares with the one issued.
    public enum TextMatch {
        EXACT,
        /// Equal once white space at both ends is removed (as `String.strip` does: not spaces that do not break).
        TRIMMED,
        /// Part of its beginning is present.
        TRUNCATED,
        CHANGED,
        /// Nothing of it. In its own place: a tool's result without the output of its command, in a request that
        /// holds nothing of any command's output. Where any other result does, it is CHANGED.
        NONE
    }

    /// How a signature compares with the one issued.
    public enum SignatureMatch {
        NOT_ISSUED,
        SAME,
        GONE,
        CHANGED
    }
}

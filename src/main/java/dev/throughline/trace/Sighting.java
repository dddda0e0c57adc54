package dev.throughline.trace;

import java.util.Optional;

/// The facts about one item in one request; no judgement.
///
/// @param turnPresent whether any part of the item's answer is in the request
/// @param place where the item (or what is left of it) stands
/// @param text how its text compares
/// @param signature how its signature compares
/// @param inOrder whether it stands in the order of the answer's blocks
/// @param copies how often it is there
/// @param path JSON pointer of the place, empty for none
/// @param field the wire field that carries it now, empty for none
/// @param difference what differs, in a few words, never the text itself at length
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

    /// Where an item stands.
    public enum Place {
        /// Where its dialect puts it.
        OWN,
        /// Under another known field of the same meaning.
        ALIAS,
        /// Under another known field, its own being there and empty.
        BESIDE_EMPTY,
        /// In another kind of part, or in a message of another role.
        ELSEWHERE,
        /// Named by an id that the server resolves.
        REFERENCE,
        NOWHERE
    }

    /// How a text compares with what was issued.
    public enum TextMatch {
        EXACT,
        /// A part of the beginning is there.
        TRUNCATED,
        CHANGED,
        NONE
    }

    /// How a signature compares with what was issued.
    public enum SignatureMatch {
        NOT_ISSUED,
        SAME,
        GONE,
        CHANGED
    }
}

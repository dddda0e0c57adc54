package dev.throughline.prompt;

/// A piece of a prompt, or reasoning that belongs at this place and that the template omitted.
///
/// @param at its first character in the prompt, in UTF-16 units; of an omitted piece, where it would be
/// @param field what it is, in the terms of the legend: `system`, `user`, `reasoning`, `answer`, `call`, `result`,
///     `tools`, `scaffold`, `frame`
/// @param origin JSON pointer in the conversation, or what part of the template it is
/// @param message index of the message that it belongs to; -1 for none
public record PromptPiece(int at, String text, String field, String origin, int message, Kind kind) {
    /// The kind of a piece, beside its field.
    public enum Kind {
        /// Text of the prompt.
        SHOWN,
        /// Reasoning that the template omitted.
        OMITTED,
        /// A control token that the conversation spells; it is text, not the token.
        SPELLED
    }

    public boolean isOmitted() {
        return kind == Kind.OMITTED;
    }

    /// The CSS classes of it: its field, and whether its message is an even or an odd one.
    public String style() {
        String parity = message < 0 ? "" : message % 2 == 0 ? " even" : " odd";
        return field + parity + (kind == Kind.SPELLED ? " spelled" : "");
    }
}

package dev.throughline.trace.answer;

/// One block of an answer while it is collected.
sealed interface Piece {
    /// Reasoning that a client can read.
    /// @param signature the proof over it, empty until it came
    record Thought(BoundedText text, StringBuilder signature) implements Piece {}

    /// Reasoning that only its provider can read.
    record Unreadable(String data) implements Piece {}

    /// Visible text.
    record Said(BoundedText text) implements Piece {}

    /// A call.
    record Call(String id, String name, BoundedText arguments) implements Piece {
        /// The arguments as JSON text; a call without any has an empty object.
        String json() {
            return arguments.isBlank() ? "{}" : arguments.toString();
        }
    }
}

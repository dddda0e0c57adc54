package dev.throughline.trace.answer;

/// One block of an answer while it is collected.
sealed interface CollectedBlock {
    /// Reasoning that a client can read.
    /// @param signature the proof over it, empty until it came
    record Thought(BoundedText text, StringBuilder signature) implements CollectedBlock {}

    /// Reasoning that only its provider can read.
    record Unreadable(String data) implements CollectedBlock {}

    /// Visible text.
    record Said(BoundedText text) implements CollectedBlock {}

    /// A call.
    record Call(String id, String name, BoundedText arguments) implements CollectedBlock {
        /// The arguments as JSON text; a call without any has an empty object.
        String json() {
            return arguments.isBlank() ? "{}" : arguments.toString();
        }
    }
}

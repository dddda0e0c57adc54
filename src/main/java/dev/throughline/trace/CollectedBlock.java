package dev.throughline.trace;

/// One block of an answer while it is being collected.
sealed interface CollectedBlock {
    /// Readable reasoning.
    /// @param signature its proof, empty until received
    record Thought(BoundedText text, StringBuilder signature) implements CollectedBlock {}

    /// Opaque reasoning that only its provider can read.
    record Unreadable(String data) implements CollectedBlock {}

    /// Visible text.
    record VisibleText(BoundedText text) implements CollectedBlock {}

    /// A call.
    record Call(String id, String name, BoundedText arguments) implements CollectedBlock {
        /// The arguments as JSON text; an empty object if there are none.
        String json() {
            return arguments.isBlank() ? "{}" : arguments.toString();
        }
    }
}

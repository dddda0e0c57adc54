package dev.throughline.stub;

/// One block of a scripted answer.
sealed interface ScriptBlock {
    /// @param token the trace token in the text
    /// @param signature the proof of the text
    record Reasoning(String token, String text, String signature) implements ScriptBlock {}

    record Redacted(String data) implements ScriptBlock {}

    /// @param token the trace token in the text; empty for none
    record Text(String token, String text) implements ScriptBlock {}

    /// @param arguments JSON text
    /// @param inputToken the trace token in the arguments
    /// @param outputToken the trace token that the result will contain; empty if the result cannot contain one
    record Call(String id, String name, String arguments, String inputToken, String outputToken)
            implements ScriptBlock {
        /// The same call with another id.
        Call named(String other) {
            return new Call(other, name, arguments, inputToken, outputToken);
        }
    }
}

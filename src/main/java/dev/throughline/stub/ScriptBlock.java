package dev.throughline.stub;

/// One block of a scripted answer.
sealed interface ScriptBlock {

    /// @param token the trace token that the text holds
    /// @param signature the proof over the text
    record Reasoning(String token, String text, String signature) implements ScriptBlock {}

    record Redacted(String data) implements ScriptBlock {}

    /// @param token the trace token that the text holds; empty for none
    record Text(String token, String text) implements ScriptBlock {}

    /// @param arguments JSON text
    /// @param inputToken the trace token in the arguments
    /// @param outputToken the trace token that the result will hold; empty when the result cannot
    ///     be foreseen
    record Call(String id, String name, String arguments, String inputToken, String outputToken)
            implements ScriptBlock {}
}

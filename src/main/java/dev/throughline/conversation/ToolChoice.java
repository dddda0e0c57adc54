package dev.throughline.conversation;

/// The client's permission for the model to use its tools.
public sealed interface ToolChoice {
    /// The model decides.
    record Auto() implements ToolChoice {}

    /// No calls.
    record None() implements ToolChoice {}

    /// At least one call.
    record Required() implements ToolChoice {}

    /// A call of this tool.
    record Named(String name) implements ToolChoice {}
}

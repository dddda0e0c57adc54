package dev.throughline.conversation;

/// What the client allows the model to do with its tools.
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

package dev.throughline.wire.anthropic.answer;

/// The type of the current content block, as far as its deltas become events.
public enum AnthropicBlockKind {
    /// No block, or one without deltas.
    NOTHING,
    THINKING,
    TEXT,
    CALL
}

package dev.throughline.wire.anthropic;

/// The type of the current content block, as far as its deltas become events.
enum AnthropicBlockKind {
    /// No block, or one without deltas.
    NOTHING,
    THINKING,
    TEXT,
    CALL
}

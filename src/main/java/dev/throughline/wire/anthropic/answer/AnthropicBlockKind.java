package dev.throughline.wire.anthropic.answer;

/// What a content block under way is, as far as deltas of it become events.
public enum AnthropicBlockKind {
    /// No block, or one that gets no deltas.
    NOTHING,
    THINKING,
    TEXT,
    CALL
}

package dev.throughline.stub;

/// What the stub's answers are made of.
public enum Scenario {
    /// Reasoning and text.
    CHAT,
    /// Reasoning and a call; after its result reasoning and text.
    TOOLS,
    /// As TOOLS with two calls at once.
    PARALLEL,
    /// Think, call, think, call in one answer; after the results reasoning and text.
    INTERLEAVED,
    /// `tokens` deltas of reasoning and text at a pace.
    LONG,
    /// Text and no reasoning.
    PLAIN
}

package dev.throughline.stub;

/// The content of the stub's answers.
public enum Scenario {
    /// Reasoning and text.
    CHAT,
    /// Reasoning and a call; after its result reasoning and text.
    TOOLS,
    /// Like TOOLS, with two calls at once.
    PARALLEL,
    /// Think, call, think, call in one answer; after the results reasoning and text.
    INTERLEAVED,
    /// `tokens` deltas of reasoning and text, paced.
    LONG,
    /// Text and no reasoning.
    PLAIN
}

package dev.throughline.stub;

/// The content of the stub's answers.
public enum Scenario {
    /// Reasoning and text.
    CHAT,
    /// Reasoning and a call; after its result reasoning and text.
    TOOLS,
    /// Like TOOLS, with two calls at once.
    PARALLEL,
    /// Think, call, think, and two calls at once in one answer, from the second turn on with text before the two; after
    /// the results reasoning and text.
    INTERLEAVED,
    /// Like TOOLS, with several calls in a row, and reasoning that suffers from trimming, collapsing and cutting.
    ENDS,
    /// `tokens` deltas of reasoning and text, paced.
    LONG,
    /// Text and no reasoning.
    PLAIN
}

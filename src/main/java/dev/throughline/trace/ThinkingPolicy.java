package dev.throughline.trace;

/// When reasoning of earlier turns must come back. Source: Z.ai, preserved and interleaved thinking.
public enum ThinkingPolicy {
    /// Reasoning must come back in the tool loop and across user turns.
    PRESERVED,
    /// Reasoning must come back in the tool loop and may across user turns.
    INTERLEAVED
}

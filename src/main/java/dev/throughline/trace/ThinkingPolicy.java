package dev.throughline.trace;

/// When reasoning of earlier turns must be returned. Source: Z.ai, preserved and interleaved thinking.
public enum ThinkingPolicy {
    /// Reasoning must be returned in the tool loop and across user turns.
    PRESERVED,
    /// Reasoning must be returned in the tool loop and may be returned across user turns.
    INTERLEAVED
}

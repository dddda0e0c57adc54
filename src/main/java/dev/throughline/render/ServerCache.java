package dev.throughline.render;

import java.util.OptionalInt;

/// Compares the part of a prompt that a server could have reused with what it reports.
///
/// @param reusable tokens that the prompt shares with the one before it and its answer
/// @param reported cached tokens as reported by the server; empty if it reports none
public record ServerCache(int reusable, OptionalInt reported) {
    /// Servers keep or drop whole blocks of tokens: OpenAI 128, the largest known; DeepSeek 64, vLLM 16 by default.
    private static final int BLOCK = 128;

    /// Tokens that the server recomputed although the prompts agree up to there: caused by eviction or routing,
    /// never by the prompt. 0 for less than a block; empty if it reports nothing.
    public OptionalInt unexplained() {
        if (reported.isEmpty()) {
            return OptionalInt.empty();
        }
        int recomputed = reusable - reported.getAsInt();
        return OptionalInt.of(recomputed < BLOCK ? 0 : recomputed);
    }
}

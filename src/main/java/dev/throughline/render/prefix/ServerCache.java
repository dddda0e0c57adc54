package dev.throughline.render.prefix;

import java.util.OptionalInt;

/// What a server could have reused of a prompt compared with what it reports.
///
/// @param block how many tokens the server keeps or drops together
/// @param reusable whole blocks of the common prefix, in tokens
/// @param reported cached tokens as reported by the server; empty if it reports none
public record ServerCache(int block, int reusable, OptionalInt reported) {
    public ServerCache {
        if (block < 1 || reusable < 0) {
            throw new IllegalArgumentException("a block of at least one token was expected");
        }
    }

    /// @param common tokens that the prompt shares with the one before it and its answer
    public static ServerCache of(int common, int block, OptionalInt reported) {
        return new ServerCache(block, common / block * block, reported);
    }

    /// What the server recomputed although the prompts agree up to there: caused by eviction or routing,
    /// never by the prompt. Empty if it reports nothing.
    public OptionalInt unexplained() {
        return reported.isPresent() ? OptionalInt.of(Math.max(0, reusable - reported.getAsInt())) : OptionalInt.empty();
    }
}

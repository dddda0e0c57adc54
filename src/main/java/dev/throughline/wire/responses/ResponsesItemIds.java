package dev.throughline.wire.responses;

import dev.throughline.text.Sha256;

/// Ids of the items that a request repeats. The API reference calls them optional, vLLM rejects reasoning
/// and messages without one. Derived from position and text, an id stays the same while a conversation
/// grows.
final class ResponsesItemIds {
    private static final int DIGITS = 32;

    private ResponsesItemIds() {}

    /// An id for the item at an index.
    static String id(String prefix, int place, String text) {
        return prefix + Sha256.hex(place + " " + text).substring(0, DIGITS);
    }
}

package dev.throughline.wire.responses.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Ids of the items that a request repeats. The reference calls them optional, vLLM refuses reasoning and messages
/// without one. Made of the place and the text, an id stays the same while a conversation grows.
final class ResponsesItemIds {
    private static final int BYTES = 16;

    private ResponsesItemIds() {}

    /// An id for the item at an index.
    static String id(String prefix, int place, String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] hash = digest.digest((place + " " + text).getBytes(StandardCharsets.UTF_8));
            return prefix + HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}

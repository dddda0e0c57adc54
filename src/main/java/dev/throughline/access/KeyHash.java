package dev.throughline.access;

import java.security.MessageDigest;

/// The stored hash of a key: 32 bytes from which the key cannot be recovered.
final class KeyHash {
    private static final int BYTES = 32;

    private final byte[] bytes;

    KeyHash(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a hash of 32 bytes was expected, found " + bytes.length);
        }
        this.bytes = bytes.clone();
    }

    byte[] bytes() {
        return bytes.clone();
    }

    /// Compares in constant time.
    boolean isOf(KeyText shown) {
        return MessageDigest.isEqual(bytes, shown.hash().bytes);
    }
}

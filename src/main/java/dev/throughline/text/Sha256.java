package dev.throughline.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256, in lower-case hexadecimal digits or as bytes.
public final class Sha256 {
    /// Never fed, and copied for each hash: a copy costs less than a search through the security providers.
    private static final MessageDigest EMPTY = create();

    private Sha256() {}

    /// The hash of bytes in hexadecimal.
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes(bytes));
    }

    /// The hash of a text's UTF-8 in hexadecimal.
    public static String hex(String text) {
        return HexFormat.of().formatHex(bytes(text));
    }

    /// The 32 bytes of the hash of bytes.
    public static byte[] bytes(byte[] bytes) {
        return digest().digest(bytes);
    }

    /// The 32 bytes of the hash of a text's UTF-8.
    public static byte[] bytes(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /// An empty digest, for what is hashed piece by piece.
    public static MessageDigest digest() {
        return copy(EMPTY);
    }

    /// A digest that continues with the input of another one.
    public static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's SHA-256 can be copied", e);
        }
    }

    private static MessageDigest create() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}

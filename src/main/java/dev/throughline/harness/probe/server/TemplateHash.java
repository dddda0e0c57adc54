package dev.throughline.harness.probe.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Names a chat template without showing it.
final class TemplateHash {
    private TemplateHash() {}

    /// SHA-256 of the text in UTF-8, in hexadecimal.
    static String of(String template) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(template.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

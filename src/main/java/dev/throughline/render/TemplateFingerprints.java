package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.TemplateException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.HexFormat;

/// Two names for a template, each a SHA-256 in hexadecimal digits.
///
/// @param text of its text in UTF-8: another byte, another name
/// @param behaviour of what it renders for a set of probe conversations: the same for templates that differ only in how
///     they are written
public record TemplateFingerprints(String text, String behaviour) {
    private static final LocalDateTime PROBED_AT = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
    private static final JsonNode PROBES = probes();

    /// The fingerprints of a template.
    public static TemplateFingerprints of(ChatTemplate template) {
        MessageDigest behaviour = sha256();
        for (JsonNode probe : PROBES) {
            behaviour.update(outcome(template, (ObjectNode) probe).getBytes(StandardCharsets.UTF_8));
            behaviour.update((byte) 0);
        }
        byte[] text = sha256().digest(template.source().getBytes(StandardCharsets.UTF_8));
        return new TemplateFingerprints(
                HexFormat.of().formatHex(text), HexFormat.of().formatHex(behaviour.digest()));
    }

    private static String outcome(ChatTemplate template, ObjectNode probe) {
        try {
            return template.render(probe, PROBED_AT).text();
        } catch (TemplateException e) {
            return "\u0001" + e.error().className();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static JsonNode probes() {
        try (InputStream in = TemplateFingerprints.class.getResourceAsStream("probes.json")) {
            return new JsonMapper().readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException("the probe conversations of the program cannot be read", e);
        }
    }
}

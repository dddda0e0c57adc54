package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.text.BoundedMap;
import dev.throughline.text.Json;
import dev.throughline.text.Resources;
import dev.throughline.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;

/// Two fingerprints of a template, each a SHA-256 in hexadecimal digits.
///
/// @param text of its text in UTF-8: changes with every byte
/// @param behavior of what it renders for a set of probe conversations: the same for templates that differ
///     only in how they are written
public record TemplateFingerprints(String text, String behavior) {
    private static final LocalDateTime PROBED_AT = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
    private static final JsonNode PROBES = Json.constant(Resources.text("dev/throughline/render/probes.json"));
    private static final int KEPT = 256;

    private static final Map<Known, TemplateFingerprints> KNOWN = Collections.synchronizedMap(new BoundedMap<>(KEPT));

    /// The inputs that determine a template's output.
    private record Known(String text, Map<String, String> specialTokens) {}

    /// The fingerprints of a template; those of the last 256 templates are cached.
    public static TemplateFingerprints of(ChatTemplate template) {
        Known key = new Known(Sha256.hex(template.source()), template.specialTokens());
        TemplateFingerprints kept = KNOWN.get(key);
        if (kept != null) {
            return kept;
        }
        TemplateFingerprints made = new TemplateFingerprints(key.text(), behavior(template));
        KNOWN.put(key, made);
        return made;
    }

    private static String behavior(ChatTemplate template) {
        MessageDigest digest = Sha256.digest();
        for (JsonNode probe : PROBES) {
            digest.update(outcome(template, (ObjectNode) probe).getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String outcome(ChatTemplate template, ObjectNode probe) {
        try {
            return template.render(probe, PROBED_AT).text();
        } catch (TemplateException e) {
            return "\u0001" + e.error().className();
        }
    }
}

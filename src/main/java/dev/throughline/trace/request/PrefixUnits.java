package dev.throughline.trace.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/// The hash of a history's units: its parts other than answers and the head, in order; empty texts are omitted.
///
/// Markers for a provider's own cache (`cache_control`) move from request to request and are not part of a prompt.
final class PrefixUnits {
    private static final int DIGITS = 16;
    private static final String CACHE_MARK = "cache_control";

    private final MessageDigest digest;
    private boolean isHead;
    private int count;

    PrefixUnits() {
        this(Sha256.digest(), true, 0);
    }

    private PrefixUnits(MessageDigest digest, boolean isHead, int count) {
        this.digest = digest;
        this.isHead = isHead;
        this.count = count;
    }

    /// One that continues with the units of this one.
    PrefixUnits copy() {
        return new PrefixUnits(Sha256.copy(digest), isHead, count);
    }

    /// The hash of the first unit of some messages by itself; empty for none.
    static String first(List<Message> messages) {
        var units = new PrefixUnits();
        for (int i = 0; i < messages.size() && units.count() == 0; i++) {
            units.add(messages.get(i), 1);
        }
        return units.count() == 0 ? "" : units.hash();
    }

    int count() {
        return count;
    }

    /// The first 16 hexadecimal digits of the hash of the units so far.
    String hash() {
        return hex(Sha256.copy(digest));
    }

    /// Appends the units of a message.
    void add(Message message) {
        add(message, Integer.MAX_VALUE);
    }

    /// Appends units of a message.
    /// @param most the count at which to stop
    void add(Message message, int most) {
        isHead &= message.role() == Role.SYSTEM;
        if (isHead || message.role() == Role.ASSISTANT) {
            return;
        }
        for (Part part : message.parts()) {
            String text = text(part);
            if (!text.isEmpty() && count < most) {
                update(digest, (part instanceof Part.ToolResult ? Role.TOOL : message.role()) + "\n" + text);
                count++;
            }
        }
    }

    private static String text(Part part) {
        return switch (part) {
            case Part.Text(String _, String visible) -> visible;
            case Part.ToolResult result -> result.markedText();
            case Part.Image(String _, var _, JsonNode value) -> unmarked(value);
            case Part.Other(String _, JsonNode value) -> unmarked(value);
            case Part.Reasoning _, Part.RedactedReasoning _, Part.ToolCall _, Part.Reference _ -> "";
        };
    }

    private static String unmarked(JsonNode value) {
        if (value instanceof ObjectNode object && object.has(CACHE_MARK)) {
            return object.deepCopy().without(CACHE_MARK).toString();
        }
        return value.toString();
    }

    /// Adds a text prefixed with its length, so that different lists of texts never give the same bytes.
    static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }

    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }
}

package dev.throughline.trace.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.UUID;

/// The hash of a history, message by message: 128 bits of SHA-256 over all of a message that tracing depends on.
///
/// Left out are the system texts before the first other message, and what clients change without meaning: whether a
/// single text is sent as a list, and the markers for a provider's own cache (`cache_control`), which move from
/// request to request. Histories of different dialects have different hashes. Not thread-safe.
public final class HistoryHash {
    /// Histories that were settled by other rules never match.
    private static final byte RULES = 3;
    private static final String CACHE_MARK = "cache_control";

    private final MessageDigest digest;
    private boolean isHead;

    public HistoryHash(Dialect dialect) {
        this(Sha256.digest(), true);
        digest.update(RULES);
        digest.update((byte) dialect.ordinal());
    }

    private HistoryHash(MessageDigest digest, boolean isHead) {
        this.digest = digest;
        this.isHead = isHead;
    }

    /// One that continues with the messages of this one.
    public HistoryHash copy() {
        return new HistoryHash(Sha256.copy(digest), isHead);
    }

    /// Appends a message.
    public void add(Message message) {
        isHead &= message.role() == Role.SYSTEM;
        if (!isHead) {
            append(message);
        }
    }

    /// The hash of all messages so far.
    public UUID value() {
        ByteBuffer hash = ByteBuffer.wrap(Sha256.copy(digest).digest());
        return new UUID(hash.getLong(), hash.getLong());
    }

    private void append(Message message) {
        digest.update((byte) message.role().ordinal());
        number(message.parts().size());
        for (Part part : message.parts()) {
            // What is found of an answer is recorded with its location.
            text(message.role() == Role.ASSISTANT ? part.path() : "");
            add(part);
        }
    }

    private void add(Part part) {
        switch (part) {
            case Part.Reasoning reasoning -> {
                kind('r', reasoning.field(), reasoning.text());
                text(reasoning.signature().map(proof -> "=" + proof).orElse(""));
            }
            case Part.RedactedReasoning redacted -> kind('o', redacted.data());
            case Part.Text visible -> kind('t', visible.text());
            case Part.ToolCall call -> kind('c', call.id(), call.name(), call.arguments());
            case Part.ToolResult result -> kind(result.isError() ? 'e' : 's', result.callId(), result.text());
            case Part.Reference reference -> kind('n', reference.id());
            case Part.Image image -> kind('i', unmarked(image.value()));
            case Part.Other other -> kind('x', unmarked(other.value()));
        }
    }

    private static String unmarked(JsonNode value) {
        return value instanceof ObjectNode object && object.has(CACHE_MARK)
                ? object.deepCopy().without(CACHE_MARK).toString()
                : value.toString();
    }

    private void kind(char kind, String... texts) {
        digest.update((byte) kind);
        for (String text : texts) {
            text(text);
        }
    }

    /// Prefixed with its length, so that different lists of texts never give the same bytes.
    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        digest.update(bytes);
    }

    private void number(int number) {
        digest.update(
                new byte[] {(byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number});
    }
}

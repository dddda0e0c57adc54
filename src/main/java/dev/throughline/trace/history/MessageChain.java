package dev.throughline.trace.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/// The hashes of a request's history at any place in it: each is 128 bits of SHA-256 over the hash before it and what
/// is new. Those of a request whose history begins as an earlier one did cost what is new in it. Immutable.
///
/// `at` covers all of the messages that tracing depends on, `units` what users and tools said: the parts of messages
/// other than answers, without empty texts. Left out of both are the system texts before the first other message, and
/// what clients change without meaning: whether a single text is sent as a list, and the markers for a provider's own
/// cache (`cache_control`), which move from request to request. Histories of different dialects have different hashes.
public final class MessageChain {
    /// Histories that were settled by other rules never match.
    private static final byte RULES = 4;

    private static final String CACHE_MARK = "cache_control";
    private static final UUID NO_UNIT = new Link().hash();

    /// The hash before each message, and behind the last.
    private final List<UUID> messages;

    /// The number of units before each message, and behind the last.
    private final List<Integer> counts;

    /// The hash before each unit, and behind the last.
    private final List<UUID> units;

    private MessageChain(List<UUID> messages, List<Integer> counts, List<UUID> units) {
        this.messages = List.copyOf(messages);
        this.counts = List.copyOf(counts);
        this.units = List.copyOf(units);
    }

    /// Hashes a whole history, in time linear in its size.
    public static MessageChain of(Conversation request) {
        UUID beginning =
                new Link().kind(RULES).kind(request.dialect().ordinal()).hash();
        return new MessageChain(List.of(beginning), List.of(0), List.of(NO_UNIT)).continued(request, 0);
    }

    /// Hashes a history that begins with the same messages as this one.
    /// @param shared how many
    public MessageChain continued(Conversation request, int shared) {
        List<UUID> hashes = new ArrayList<>(messages.subList(0, shared + 1));
        List<Integer> numbers = new ArrayList<>(counts.subList(0, shared + 1));
        List<UUID> said = new ArrayList<>(units.subList(0, numbers.getLast() + 1));
        List<Message> all = request.messages();
        boolean isHead = all.subList(0, shared).stream().allMatch(MessageChain::isSystem);
        for (Message message : all.subList(shared, all.size())) {
            isHead &= isSystem(message);
            hashes.add(isHead ? hashes.getLast() : next(hashes.getLast(), message));
            if (!isHead) {
                addUnits(message, said);
            }
            numbers.add(said.size() - 1);
        }
        return new MessageChain(hashes, numbers, said);
    }

    /// The hash of the history up to a message.
    /// @param end index behind it
    UUID at(int end) {
        return messages.get(end);
    }

    /// The number of units.
    int units() {
        return units.size() - 1;
    }

    /// The hash of the first units, as 16 hexadecimal digits.
    /// @param count how many, at most `units()`
    String units(int count) {
        return hex(units.get(count));
    }

    /// The hash of the first unit of some messages by itself; empty for none.
    static String firstUnit(List<Message> some) {
        List<UUID> said = new ArrayList<>(List.of(NO_UNIT));
        some.stream()
                .dropWhile(MessageChain::isSystem)
                .takeWhile(_ -> said.size() == 1)
                .forEach(message -> addUnits(message, said));
        return said.size() == 1 ? "" : hex(said.get(1));
    }

    private static boolean isSystem(Message message) {
        return message.role() == Role.SYSTEM;
    }

    private static String hex(UUID hash) {
        return HexFormat.of().toHexDigits(hash.getMostSignificantBits());
    }

    private static void addUnits(Message message, List<UUID> units) {
        if (message.role() == Role.ASSISTANT) {
            return;
        }
        for (Part part : message.parts()) {
            String text = unit(part);
            if (!text.isEmpty()) {
                Role role = part instanceof Part.ToolResult ? Role.TOOL : message.role();
                units.add(new Link(units.getLast())
                        .kind(role.ordinal())
                        .text(text)
                        .hash());
            }
        }
    }

    private static String unit(Part part) {
        return switch (part) {
            case Part.Text(String _, String visible) -> visible;
            case Part.ToolResult result -> result.markedText();
            case Part.Image(String _, var _, JsonNode value) -> unmarked(value);
            case Part.Other(String _, JsonNode value) -> unmarked(value);
            case Part.Reasoning _, Part.RedactedReasoning _, Part.ToolCall _, Part.Reference _ -> "";
        };
    }

    private static UUID next(UUID before, Message message) {
        Link link = new Link(before)
                .kind(message.role().ordinal())
                .number(message.parts().size());
        for (Part part : message.parts()) {
            // What is found of an answer is recorded with its location.
            link.text(message.role() == Role.ASSISTANT ? part.path() : "");
            switch (part) {
                case Part.Reasoning reasoning ->
                    link.kind('r')
                            .text(reasoning.field())
                            .text(reasoning.text())
                            .text(reasoning
                                    .signature()
                                    .map(proof -> "=" + proof)
                                    .orElse(""));
                case Part.RedactedReasoning redacted -> link.kind('o').text(redacted.data());
                case Part.Text visible -> link.kind('t').text(visible.text());
                case Part.ToolCall call ->
                    link.kind('c').text(call.id()).text(call.name()).text(call.arguments());
                case Part.ToolResult result ->
                    link.kind(result.isError() ? 'e' : 's')
                            .text(result.callId())
                            .text(result.text());
                case Part.Reference reference -> link.kind('n').text(reference.id());
                case Part.Image image -> link.kind('i').text(unmarked(image.value()));
                case Part.Other other -> link.kind('x').text(unmarked(other.value()));
            }
        }
        return link.hash();
    }

    private static String unmarked(JsonNode value) {
        return value instanceof ObjectNode object && object.has(CACHE_MARK)
                ? object.deepCopy().without(CACHE_MARK).toString()
                : value.toString();
    }

    /// What a hash covers. Texts are prefixed with their lengths, so that different ones never give the same bytes.
    private static final class Link {
        private final MessageDigest digest = Sha256.digest();

        Link() {}

        Link(UUID before) {
            digest.update(ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(before.getMostSignificantBits())
                    .putLong(before.getLeastSignificantBits())
                    .flip());
        }

        Link kind(int kind) {
            digest.update((byte) kind);
            return this;
        }

        Link number(int number) {
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(number).flip());
            return this;
        }

        Link text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            number(bytes.length);
            digest.update(bytes);
            return this;
        }

        UUID hash() {
            ByteBuffer hash = ByteBuffer.wrap(digest.digest());
            return new UUID(hash.getLong(), hash.getLong());
        }
    }
}

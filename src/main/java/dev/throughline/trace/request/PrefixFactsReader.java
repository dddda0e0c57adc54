package dev.throughline.trace.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.text.Sha256;
import dev.throughline.trace.PrefixFacts;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.TracedExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Compares a request with the one whose answer it carries, part by part, in time linear in its size.
///
/// Markers for a provider's own cache (`cache_control`) move from request to request and are not part of a
/// prompt.
final class PrefixFactsReader {
    private static final int DIGITS = 16;
    private static final String CACHE_MARK = "cache_control";
    private static final String NOTHING = hex(Sha256.digest());

    private final Conversation request;
    private final RequestFacts facts;
    private final Optional<PrefixFacts> before;
    private final Optional<RequestFacts> parent;

    private PrefixFactsReader(Conversation request, RequestFacts facts, Optional<RequestFacts> parent) {
        this.request = request;
        this.facts = facts;
        this.parent = parent;
        this.before = parent.flatMap(RequestFacts::prefix);
    }

    /// @param facts what the request contains besides its history
    /// @param parent the exchange whose answer it carries
    /// @return empty for a request that continues an answer held by the server
    static Optional<PrefixFacts> read(Conversation request, RequestFacts facts, Optional<TracedExchange> parent) {
        return request.previousResponse().isPresent()
                ? Optional.empty()
                : Optional.of(new PrefixFactsReader(request, facts, parent.map(TracedExchange::facts)).read());
    }

    private PrefixFacts read() {
        String system = system();
        String tools = tools();
        int earlier = before.map(PrefixFacts::units).orElse(-1);
        MessageDigest digest = Sha256.digest();
        String common = "";
        int units = 0;
        for (String unit : units()) {
            if (units == earlier) {
                common = hex(Sha256.copy(digest));
            }
            update(digest, unit);
            units++;
        }
        String history = hex(digest);
        String shared = units == earlier ? history : common;
        boolean isShorter = units < earlier;
        Optional<Set<PrefixPart>> changed =
                before.filter(_ -> !isShorter).map(known -> changed(known, system, tools, shared));
        return new PrefixFacts(system, tools, units, history, changed);
    }

    private Set<PrefixPart> changed(PrefixFacts known, String system, String tools, String shared) {
        Set<PrefixPart> changed = EnumSet.noneOf(PrefixPart.class);
        if (!known.system().equals(system)) {
            changed.add(PrefixPart.SYSTEM);
        }
        if (!known.tools().equals(tools)) {
            changed.add(PrefixPart.TOOLS);
        }
        if (!Objects.equals(parent.map(RequestFacts::params), Optional.of(facts.params()))) {
            changed.add(PrefixPart.OPTIONS);
        }
        if (!known.history().equals(shared)) {
            changed.add(PrefixPart.HISTORY);
        }
        return changed;
    }

    private String system() {
        if (request.messages().isEmpty() || request.messages().getFirst().role() != Role.SYSTEM) {
            return NOTHING;
        }
        MessageDigest digest = Sha256.digest();
        for (Message message : request.messages()) {
            if (message.role() != Role.SYSTEM) {
                break;
            }
            update(digest, message.text());
        }
        return hex(digest);
    }

    private String tools() {
        if (request.tools().isEmpty()) {
            return NOTHING;
        }
        MessageDigest digest = Sha256.digest();
        for (Tool tool : request.tools()) {
            update(digest, tool.name());
            update(digest, tool.description());
            update(digest, tool.schema().toString());
        }
        return hex(digest);
    }

    /// The parts other than answers and the head, in order; empty texts are omitted.
    private List<String> units() {
        List<String> units = new ArrayList<>();
        boolean isHead = true;
        for (Message message : request.messages()) {
            isHead &= message.role() == Role.SYSTEM;
            if (!isHead && message.role() != Role.ASSISTANT) {
                message.parts().forEach(part -> add(units, message.role(), part));
            }
        }
        return units;
    }

    private static void add(List<String> units, Role role, Part part) {
        String text = switch (part) {
            case Part.Text(String _, String visible) -> visible;
            case Part.ToolResult result -> result.markedText();
            case Part.Image(String _, var _, JsonNode value) -> unmarked(value);
            case Part.Other(String _, JsonNode value) -> unmarked(value);
            case Part.Reasoning _, Part.RedactedReasoning _, Part.ToolCall _, Part.Reference _ -> "";
        };
        if (!text.isEmpty()) {
            units.add((part instanceof Part.ToolResult ? Role.TOOL : role) + "\n" + text);
        }
    }

    private static String unmarked(JsonNode value) {
        if (value instanceof ObjectNode object && object.has(CACHE_MARK)) {
            return object.deepCopy().without(CACHE_MARK).toString();
        }
        return value.toString();
    }

    /// Adds a text prefixed with its length, so that different lists of texts never give the same bytes.
    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }
}

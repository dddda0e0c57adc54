package dev.throughline.trace.history;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.text.Sha256;
import dev.throughline.trace.PrefixFacts;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.TracedExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Compares a request with the one whose answer it carries, part by part.
final class PrefixFactsReader {
    private static final int DIGITS = 16;
    private static final String NOTHING = hex(Sha256.digest());

    private final Conversation request;
    private final MessageChain chain;
    private final RequestFacts facts;
    private final Optional<PrefixFacts> before;
    private final Optional<RequestFacts> parent;

    private PrefixFactsReader(
            Conversation request, MessageChain chain, RequestFacts facts, Optional<RequestFacts> parent) {
        this.request = request;
        this.chain = chain;
        this.facts = facts;
        this.parent = parent;
        this.before = parent.flatMap(RequestFacts::prefix);
    }

    /// @param facts what the request contains besides its history
    /// @param parent the exchange whose answer it carries
    /// @return empty for a request that continues an answer held by the server
    static Optional<PrefixFacts> read(
            Conversation request, MessageChain chain, RequestFacts facts, Optional<TracedExchange> parent) {
        return request.previousResponse().isPresent()
                ? Optional.empty()
                : Optional.of(new PrefixFactsReader(request, chain, facts, parent.map(TracedExchange::facts)).read());
    }

    private PrefixFacts read() {
        String system = system();
        String tools = tools();
        int earlier = before.map(PrefixFacts::units).orElse(-1);
        int units = chain.units();
        String history = chain.units(units);
        String shared = earlier < 0 || earlier > units ? "" : chain.units(earlier);
        boolean isShorter = units < earlier;
        Optional<Set<PrefixPart>> changed =
                before.filter(_ -> !isShorter).map(known -> changed(known, system, tools, shared));
        return new PrefixFacts(system, tools, units, history, MessageChain.firstUnit(behindAnswers()), changed);
    }

    private List<Message> behindAnswers() {
        List<Message> messages = request.messages();
        int start = messages.size();
        while (start > 0 && messages.get(start - 1).role() != Role.ASSISTANT) {
            start--;
        }
        return messages.subList(start, messages.size());
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

    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }
}

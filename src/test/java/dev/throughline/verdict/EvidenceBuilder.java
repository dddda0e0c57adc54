package dev.throughline.verdict;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.PrefixFacts;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestFacts.ForeignToken;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// One exchange of a run as evidence, written down by hand: a main request of one model that begins a conversation,
/// until a test says otherwise.
final class EvidenceBuilder {
    private final int number;
    private final List<PlantedItem> items = new ArrayList<>();
    private final List<Observation> observations = new ArrayList<>();
    private final List<ForeignToken> foreignTokens = new ArrayList<>();
    private ConversationLink link = ConversationLink.start();
    private Dialect dialect = Dialect.OPENAI_CHAT;
    private RequestKind kind = RequestKind.MAIN;
    private String model = "m";
    private int tools;
    private int userTurns = 1;
    private Map<String, JsonNode> params = Map.of();
    private OptionalInt retryOf = OptionalInt.empty();
    private Optional<PrefixFacts> prefix = Optional.empty();
    private ExchangeOutcome outcome = ExchangeOutcome.COMPLETED;

    private EvidenceBuilder(int number) {
        this.number = number;
    }

    static EvidenceBuilder exchange(int number) {
        return new EvidenceBuilder(number);
    }

    static PlantedItem item(int ordinal, Category category) {
        return new PlantedItem(
                ordinal,
                category,
                "[" + category + "-OAI-T1-0000000" + ordinal + "]",
                "value " + ordinal,
                ordinal,
                category == Category.THINK ? "reasoning_content" : "",
                Optional.empty(),
                Optional.empty());
    }

    static PlantedItem signedThought(int ordinal) {
        return new PlantedItem(
                ordinal, Category.THINK, "", "thought", ordinal, "thinking", Optional.empty(), Optional.of("proof"));
    }

    static Sighting exact() {
        return own(TextMatch.EXACT);
    }

    static Sighting own(TextMatch text) {
        return own(text, SignatureMatch.NOT_ISSUED);
    }

    static Sighting own(TextMatch text, SignatureMatch signature) {
        return new Sighting(
                true, Place.OWN, text, signature, true, 1, "/messages/1", "reasoning_content", Optional.empty());
    }

    static Sighting at(Place place) {
        return new Sighting(
                true,
                place,
                place == Place.NOWHERE ? TextMatch.NONE : TextMatch.EXACT,
                SignatureMatch.NOT_ISSUED,
                true,
                1,
                place == Place.NOWHERE ? "" : "/messages/1",
                "reasoning",
                Optional.empty());
    }

    static Sighting absentTurn() {
        return new Sighting(
                false, Place.NOWHERE, TextMatch.NONE, SignatureMatch.NOT_ISSUED, true, 0, "", "", Optional.empty());
    }

    EvidenceBuilder continues(int parent, int turn, int step) {
        link = new ConversationLink(1, OptionalInt.of(parent), turn, step);
        return this;
    }

    EvidenceBuilder planting(PlantedItem... planted) {
        items.addAll(List.of(planted));
        return this;
    }

    /// Plants one item of each category, in their order.
    EvidenceBuilder planting(Category... categories) {
        for (Category category : categories) {
            items.add(item(items.size(), category));
        }
        return this;
    }

    EvidenceBuilder observing(int exchange, int ordinal, Sighting sighting) {
        return observing(exchange, ordinal, Due.MUST, Scope.WITHIN_TURN, sighting);
    }

    EvidenceBuilder observing(int exchange, int ordinal, Due due, Scope scope, Sighting sighting) {
        observations.add(new Observation(exchange, ordinal, due, scope, sighting));
        return this;
    }

    EvidenceBuilder holding(String token, String path) {
        foreignTokens.add(new ForeignToken(token, path, "other-run"));
        return this;
    }

    EvidenceBuilder kind(RequestKind value) {
        kind = value;
        return this;
    }

    EvidenceBuilder dialect(Dialect value) {
        dialect = value;
        return this;
    }

    EvidenceBuilder model(String value) {
        model = value;
        return this;
    }

    EvidenceBuilder tools(int value) {
        tools = value;
        return this;
    }

    EvidenceBuilder userTurns(int value) {
        userTurns = value;
        return this;
    }

    EvidenceBuilder sendingParams() {
        params = Map.of("/thinking", BooleanNode.TRUE);
        return this;
    }

    EvidenceBuilder retrying(int exchange) {
        retryOf = OptionalInt.of(exchange);
        return this;
    }

    EvidenceBuilder outcome(ExchangeOutcome value) {
        outcome = value;
        return this;
    }

    /// A request that carries an earlier answer, with these parts of the prefix rewritten.
    EvidenceBuilder rewriting(PrefixPart... parts) {
        prefix = Optional.of(new PrefixFacts("s", "t", 1, "h", "f", Optional.of(Set.of(parts))));
        return this;
    }

    /// A request whose prefix was read and that carries no earlier answer.
    EvidenceBuilder withFirstPrefix() {
        prefix = Optional.of(new PrefixFacts("s", "t", 1, "h", "f", Optional.empty()));
        return this;
    }

    TracedExchange build() {
        var facts = new RequestFacts(
                dialect,
                model,
                kind,
                1,
                0,
                userTurns,
                tools,
                params,
                Optional.empty(),
                Optional.empty(),
                "",
                retryOf,
                foreignTokens,
                prefix,
                Optional.empty());
        return new TracedExchange(
                number, "key" + number, link, facts, items, observations, Optional.empty(), outcome, Optional.empty());
    }
}

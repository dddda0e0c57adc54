package dev.throughline.trace.sighting;

import dev.throughline.trace.Category;
import dev.throughline.trace.Link;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.Matching;
import dev.throughline.trace.match.Reading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Observes every expected item of the answers that a request should carry.
public final class Observer {
    private final Reading reading;
    private final Matching matching;
    private final Link link;
    private final Dues dues;
    private final List<Observation> observations = new ArrayList<>();
    private final Map<SortedSet<Integer>, PartIndex> indices = new HashMap<>();

    public Observer(Reading reading, Matching matching, Link link, Dues dues) {
        this.reading = reading;
        this.matching = matching;
        this.link = link;
        this.dues = dues;
    }

    public List<Observation> observe(HistoryIndex history) {
        Set<TracedExchange> expected = new TreeSet<>(Comparator.comparingInt(TracedExchange::number));
        matching.carried().forEach(carried -> expected.add(carried.exchange()));
        if (link.parent().isPresent()) {
            history.number(link.parent().getAsInt()).ifPresent(last -> expected.addAll(history.chain(last)));
        }
        Set<Integer> displaced = displaced();
        expected.forEach(exchange -> exchange(exchange, displaced.contains(exchange.number())));
        return observations;
    }

    private void exchange(TracedExchange exchange, boolean isDisplaced) {
        SortedSet<Integer> messages = matching.messages(exchange);
        if (messages.isEmpty() && !matching.isReferenced(exchange)) {
            exchange.items().forEach(item -> add(exchange, item, Sightings.absentTurn()));
            return;
        }
        PartIndex parts = parts(messages);
        exchange.items().forEach(item -> reading.budget().grow(item.value().length()));
        var looking = new Looking(
                new ThinkSightings(reading, exchange.items(), parts),
                new ContentSightings(reading, parts),
                new CallSightings(reading, exchange.items(), parts));
        List<Seen> seen = new ArrayList<>();
        for (PlantedItem item : exchange.items()) {
            seen.add(look(exchange, item, looking));
        }
        List<Seen> ordered = isDisplaced ? seen.stream().map(Seen::outOfOrder).toList() : BlockOrder.check(seen);
        ordered.forEach(one -> add(exchange, one.item(), one.sighting()));
    }

    /// What looks for the items of one answer, and where.
    private record Looking(ThinkSightings thoughts, ContentSightings texts, CallSightings calls) {}

    /// The same messages carry several answers where a dialect has no borders between them.
    private PartIndex parts(SortedSet<Integer> messages) {
        return indices.computeIfAbsent(messages, these -> {
            List<Reading.Spot> parts = reading.of(these);
            return new PartIndex(reading.budget().take(parts.size()) ? parts : List.of());
        });
    }

    private Seen look(TracedExchange exchange, PlantedItem item, Looking looking) {
        if (item.category() == Category.TOOL_OUT) {
            Seen output = looking.calls().output(item);
            boolean isStored = output.spot().isEmpty() && matching.isReferenced(exchange) && !isParent(exchange);
            return isStored ? Seen.nothing(item, Sightings.reference()) : output;
        }
        if (matching.isReferenced(exchange, item.block())) {
            return Seen.nothing(item, Sightings.reference());
        }
        return switch (item.category()) {
            case THINK -> looking.thoughts().look(item);
            case CONTENT -> looking.texts().look(item);
            case TOOL_ID -> looking.calls().id(item);
            case TOOL_IN -> looking.calls().input(item);
            case TOOL_OUT -> Seen.nothing(item, Sightings.nowhere(true, SignatureMatch.NOT_ISSUED));
        };
    }

    private boolean isParent(TracedExchange exchange) {
        return link.parent().orElse(0) == exchange.number();
    }

    /// The answers that stand behind one that was given after them.
    private Set<Integer> displaced() {
        Set<Integer> displaced = new HashSet<>();
        List<Matching.Carried> latestFirst = matching.carried().stream()
                .sorted(Comparator.comparingInt(
                                (Matching.Carried carried) -> carried.exchange().number())
                        .reversed())
                .toList();
        int firstEnd = Integer.MAX_VALUE;
        for (Matching.Carried carried : latestFirst) {
            if (firstEnd < carried.messages().first()) {
                displaced.add(carried.exchange().number());
            }
            firstEnd = Math.min(firstEnd, carried.messages().last());
        }
        return displaced;
    }

    private void add(TracedExchange exchange, PlantedItem item, Sighting sighting) {
        Scope scope = exchange.link().turn() == link.turn() ? Scope.WITHIN_TURN : Scope.ACROSS_TURNS;
        observations.add(
                new Observation(exchange.number(), item.ordinal(), dues.of(item, exchange, scope), scope, sighting));
    }
}

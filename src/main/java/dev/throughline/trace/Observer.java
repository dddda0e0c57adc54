package dev.throughline.trace;

import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.Sighting.SignatureMatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Observes every expected item of the answers that a request should carry.
final class Observer {
    private final Reading reading;
    private final Matching matching;
    private final Link link;
    private final Dues dues;
    private final List<Observation> observations = new ArrayList<>();

    Observer(Reading reading, Matching matching, Link link, Dues dues) {
        this.reading = reading;
        this.matching = matching;
        this.link = link;
        this.dues = dues;
    }

    List<Observation> observe(HistoryIndex history) {
        Set<TracedExchange> expected = new TreeSet<>(Comparator.comparingInt(TracedExchange::number));
        expected.addAll(matching.carried().keySet());
        if (link.parent().isPresent()) {
            history.number(link.parent().getAsInt()).ifPresent(last -> expected.addAll(history.chain(last)));
        }
        expected.forEach(this::exchange);
        return observations;
    }

    private void exchange(TracedExchange exchange) {
        SortedSet<Integer> messages = matching.carried().getOrDefault(exchange, new TreeSet<>());
        if (messages.isEmpty() && !matching.isReferenced(exchange)) {
            exchange.items().forEach(item -> add(exchange, item, Sightings.absentTurn()));
            return;
        }
        List<Seen> seen = new ArrayList<>();
        for (PlantedItem item : exchange.items()) {
            seen.add(look(exchange, item, messages));
        }
        List<Seen> ordered = isBehindLater(exchange, messages)
                ? seen.stream().map(Seen::outOfOrder).toList()
                : BlockOrder.check(seen);
        ordered.forEach(one -> add(exchange, one.item(), one.sighting()));
    }

    private Seen look(TracedExchange exchange, PlantedItem item, SortedSet<Integer> messages) {
        var calls = new CallSightings(reading, exchange.items());
        if (item.category() == Category.TOOL_OUT) {
            Seen output = calls.output(item);
            boolean isStored = output.spot().isEmpty() && matching.isReferenced(exchange) && !isParent(exchange);
            return isStored ? Seen.nothing(item, Sightings.reference()) : output;
        }
        if (matching.isReferenced(exchange, item.block())) {
            return Seen.nothing(item, Sightings.reference());
        }
        List<Reading.Spot> parts = reading.of(messages);
        return switch (item.category()) {
            case THINK -> new ThinkSightings(reading).look(item, parts);
            case CONTENT -> new ContentSightings(reading).look(item, parts);
            case TOOL_ID -> calls.id(item, messages);
            case TOOL_IN -> calls.input(item);
            case TOOL_OUT -> Seen.nothing(item, Sightings.nowhere(true, SignatureMatch.NOT_ISSUED));
        };
    }

    private boolean isParent(TracedExchange exchange) {
        return link.parent().orElse(0) == exchange.number();
    }

    /// Whether an answer stands behind one that was given after it.
    private boolean isBehindLater(TracedExchange exchange, SortedSet<Integer> messages) {
        if (messages.isEmpty()) {
            return false;
        }
        for (Map.Entry<TracedExchange, SortedSet<Integer>> other :
                matching.carried().entrySet()) {
            if (other.getKey().number() > exchange.number() && other.getValue().last() < messages.first()) {
                return true;
            }
        }
        return false;
    }

    private void add(TracedExchange exchange, PlantedItem item, Sighting sighting) {
        Scope scope = exchange.link().turn() == link.turn() ? Scope.WITHIN_TURN : Scope.ACROSS_TURNS;
        observations.add(
                new Observation(exchange.number(), item.ordinal(), dues.of(item, exchange, scope), scope, sighting));
    }
}

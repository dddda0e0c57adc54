package dev.throughline.verdict;

import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestFacts.ForeignToken;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Notes for readers beside the statuses.
final class VerdictNotes {
    private VerdictNotes() {}

    static List<String> of(List<TracedExchange> exchanges, List<ItemVerdict> items) {
        List<String> notes = new ArrayList<>();
        newSession(exchanges).ifPresent(notes::add);
        if (items.stream().anyMatch(item -> item.outcome() == Outcome.TURN_ABSENT)) {
            notes.add("Earlier answers are absent from a later request: the history was compacted or cut.");
        }
        modelSwitch(exchanges).ifPresent(notes::add);
        exchanges.forEach(
                exchange -> exchange.facts().foreignTokens().forEach(token -> notes.add(leak(exchange, token))));
        long failed = exchanges.stream()
                .filter(exchange -> exchange.facts().kind() != RequestKind.PASSED)
                .filter(exchange -> exchange.outcome() == ExchangeOutcome.FAILED
                        || exchange.outcome() == ExchangeOutcome.CLIENT_GONE
                        || exchange.outcome() == ExchangeOutcome.INTERRUPTED)
                .count();
        if (failed > 0) {
            notes.add(failed + " answers did not complete; what they planted was not due.");
        }
        return notes;
    }

    private static String leak(TracedExchange exchange, ForeignToken token) {
        return "LEAKED: request %d holds %s of another run at %s; it was not counted."
                .formatted(exchange.number(), token.token(), token.path());
    }

    /// A later conversation of the same client has no knowledge of an earlier one.
    static Optional<String> newSession(List<TracedExchange> exchanges) {
        List<TracedExchange> starts = exchanges.stream()
                .filter(exchange -> exchange.facts().kind() == RequestKind.MAIN)
                .filter(exchange -> exchange.link().parent().isEmpty())
                .filter(exchange -> exchange.facts().retryOf().isEmpty())
                .toList();
        boolean anySecondTurn =
                exchanges.stream().anyMatch(exchange -> exchange.link().turn() > 1);
        if (starts.size() < 2 || anySecondTurn || !isSameClient(starts.getFirst(), starts.getLast())) {
            return Optional.empty();
        }
        return Optional.of("History not resumed: request %d starts over and carries nothing of request %d."
                .formatted(starts.getLast().number(), starts.getFirst().number()));
    }

    private static boolean isSameClient(TracedExchange some, TracedExchange other) {
        RequestFacts before = some.facts();
        RequestFacts after = other.facts();
        return before.tools() == after.tools() && before.model().equals(after.model());
    }

    private static Optional<String> modelSwitch(List<TracedExchange> exchanges) {
        long models = exchanges.stream()
                .filter(exchange -> exchange.facts().kind() == RequestKind.MAIN)
                .map(exchange -> exchange.facts().model())
                .distinct()
                .count();
        return models < 2
                ? Optional.empty()
                : Optional.of("The model changed in this run: reasoning of another model was not due.");
    }
}

package dev.throughline.trace.match;

import dev.throughline.trace.Link;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TracedExchange;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;

/// Decides which conversation a request continues.
public final class Links {
    private Links() {}

    /// @param last the answer that the request continues, as found in its history
    public static Link of(Reading reading, RequestKind kind, Optional<TracedExchange> last, HistoryIndex history) {
        if (kind != RequestKind.MAIN) {
            return Link.start();
        }
        return last.map(exchange -> continued(reading, exchange))
                .or(() -> compacted(reading, history).map(Links::nextTurn))
                .orElseGet(Link::start);
    }

    private static Link continued(Reading reading, TracedExchange last) {
        return reading.beginsTurn() ? nextTurn(last) : nextStep(last);
    }

    private static Link nextTurn(TracedExchange last) {
        return new Link(
                conversation(last), OptionalInt.of(last.number()), last.link().turn() + 1, 1);
    }

    private static Link nextStep(TracedExchange last) {
        Link link = last.link();
        return new Link(conversation(last), OptionalInt.of(last.number()), link.turn(), link.step() + 1);
    }

    private static int conversation(TracedExchange exchange) {
        return exchange.link().conversation() == 0
                ? exchange.number()
                : exchange.link().conversation();
    }

    /// A summary in a user's name holds tokens of the conversation that it replaces. A request that offers other tools
    /// than
    /// that conversation is an errand about it and no part of it.
    private static Optional<TracedExchange> compacted(Reading reading, HistoryIndex history) {
        int tools = reading.request().tools().size();
        return reading.byToken().keySet().stream()
                .flatMap(token -> history.token(token).stream())
                .filter(exchange -> tools > 0 && exchange.facts().tools() == tools)
                .max(Comparator.comparingInt(TracedExchange::number));
    }
}

package dev.throughline.trace.match;

import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TracedExchange;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;

/// Decides which conversation a request continues.
public final class ConversationLinker {
    private ConversationLinker() {}

    /// @param last the answer that the request continues, as found in its history
    public static ConversationLink of(
            RequestIndex requestIndex, RequestKind kind, Optional<TracedExchange> last, HistoryIndex history) {
        if (kind != RequestKind.MAIN) {
            return ConversationLink.start();
        }
        return last.map(exchange -> continued(requestIndex, exchange))
                .or(() -> compacted(requestIndex, history).map(ConversationLinker::nextTurn))
                .orElseGet(ConversationLink::start);
    }

    private static ConversationLink continued(RequestIndex requestIndex, TracedExchange last) {
        return requestIndex.beginsTurn() ? nextTurn(last) : nextStep(last);
    }

    private static ConversationLink nextTurn(TracedExchange last) {
        return new ConversationLink(
                conversation(last), OptionalInt.of(last.number()), last.link().turn() + 1, 1);
    }

    private static ConversationLink nextStep(TracedExchange last) {
        ConversationLink conversationLink = last.link();
        return new ConversationLink(
                conversation(last),
                OptionalInt.of(last.number()),
                conversationLink.turn(),
                conversationLink.step() + 1);
    }

    private static int conversation(TracedExchange exchange) {
        return exchange.link().conversation() == 0
                ? exchange.number()
                : exchange.link().conversation();
    }

    /// A summary in a user message contains tokens of the conversation that it replaces. A request that
    /// offers other tools than that conversation is an auxiliary request about it and not part of it.
    private static Optional<TracedExchange> compacted(RequestIndex requestIndex, HistoryIndex history) {
        int tools = requestIndex.request().tools().size();
        return requestIndex.byToken().keySet().stream()
                .flatMap(token -> history.token(token).stream())
                .filter(exchange -> tools > 0 && exchange.facts().tools() == tools)
                .max(Comparator.comparingInt(TracedExchange::number));
    }
}

package dev.throughline.trace.request;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestFacts.ForeignToken;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.match.UserTurnDetector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Collects what a request contains besides its history.
final class RequestFactsReader {
    private static final int LONGEST_KEY = 200;
    private static final JsonPointer USER = JsonPointer.compile("/metadata/user_id");
    private static final JsonPointer CACHE_KEY = JsonPointer.compile("/prompt_cache_key");

    private RequestFactsReader() {}

    static RequestFacts read(
            RequestIndex requestIndex,
            String bodyHash,
            Map<String, String> headers,
            RunHistory history,
            HistoryIndex index) {
        return read(
                requestIndex.request(),
                bodyHash,
                headers,
                retryOf(index.body(bodyHash)),
                foreign(requestIndex, history));
    }

    static RequestFacts read(
            Conversation request,
            String bodyHash,
            Map<String, String> headers,
            OptionalInt retryOf,
            List<ForeignToken> foreignTokens) {
        return new RequestFacts(
                request.dialect(),
                request.model(),
                RequestClassifier.of(request),
                request.messages().size(),
                count(request, Role.ASSISTANT),
                UserTurnDetector.count(request.messages()),
                request.tools().size(),
                ThinkingParams.of(request.body()),
                sessionKey(request, headers),
                ThinkingParams.clearThinking(request.body()),
                bodyHash,
                retryOf,
                foreignTokens);
    }

    private static int count(Conversation request, Role role) {
        int count = 0;
        for (Message message : request.messages()) {
            count += message.role() == role ? 1 : 0;
        }
        return count;
    }

    private static Optional<String> sessionKey(Conversation request, Map<String, String> headers) {
        return headers.values().stream()
                .findFirst()
                .or(() -> text(request, USER))
                .or(() -> text(request, CACHE_KEY))
                .map(key -> key.substring(0, Math.min(LONGEST_KEY, key.length())));
    }

    private static Optional<String> text(Conversation request, JsonPointer pointer) {
        JsonNode value = request.body().at(pointer);
        return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
    }

    private static OptionalInt retryOf(List<TracedExchange> same) {
        return same.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(same.getLast().number());
    }

    private static List<ForeignToken> foreign(RequestIndex requestIndex, RunHistory history) {
        List<ForeignToken> found = new ArrayList<>();
        history.foreignTokens()
                .forEach((token, run) -> requestIndex
                        .withToken(token)
                        .forEach(spot ->
                                found.add(new ForeignToken(token, spot.part().path(), run))));
        return found;
    }
}

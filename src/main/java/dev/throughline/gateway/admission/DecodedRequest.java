package dev.throughline.gateway.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.run.BodyOutline;
import dev.throughline.trace.request.HistoryDigests;
import dev.throughline.trace.request.HistorySearch;
import dev.throughline.wire.WireException;
import io.vertx.core.MultiMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A decoded request body with what is needed to admit it to a run.
///
/// @param digests of the history
/// @param facts of the body as received
/// @param sessions the headers that may identify a session
/// @param search what to look up in the database
public record DecodedRequest(
        Conversation request,
        HistoryDigests digests,
        BodyFacts facts,
        Map<String, String> sessions,
        HistorySearch search) {
    /// Decodes a body.
    @FunctionalInterface
    public interface Decoder {
        Conversation decode(ObjectNode body, KnownHistory known) throws WireException;
    }

    /// @param continues whether the request may continue another one without its whole history
    static DecodedRequest of(KnownRequest decoded, int bytes, boolean continues, Map<String, String> sessions) {
        Conversation request = decoded.request();
        String bodyHash = decoded.bodyDigest().hex();
        var facts = new BodyFacts(
                bodyHash,
                decoded.isPlain(),
                decoded.body()
                        .historyEnds(BodyOutline.LAST)
                        .map(found -> new BodyOutline(found.ends(), found.closing(), decoded.bodyDigest())),
                Optional.of(decoded.body()));
        HistorySearch search = continues
                ? HistorySearch.continuing(request, decoded.digests(), bodyHash, sessions, bytes)
                : HistorySearch.whole(request, bodyHash);
        return new DecodedRequest(request, decoded.digests(), facts, sessions, search);
    }

    /// The headers in which clients identify their session. No other request headers leave the gateway.
    static final class SessionHeaders {
        private static final List<String> NAMES = List.of(
                "x-claude-code-session-id",
                "x-session-id",
                "session-id",
                "session_id",
                "x-session-affinity",
                "thread-id",
                "conversation_id",
                "conversation-id");

        private SessionHeaders() {}

        public static Map<String, String> of(MultiMap headers) {
            Map<String, String> found = new HashMap<>();
            for (String name : NAMES) {
                String value = headers.get(name);
                if (value != null) {
                    found.put(name, value);
                }
            }
            return found;
        }
    }
}

package dev.throughline.gateway.admission;

import dev.throughline.conversation.Conversation;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.history.HistoryLookupKeys;
import dev.throughline.trace.history.HistoryTracer;
import io.vertx.core.MultiMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A decoded request with what is needed to admit it to a run.
///
/// @param sessions the headers that may identify a session
/// @param search what to look up in the database
public record DecodedRequest(KnownRequest known, Map<String, String> sessions, HistoryLookupKeys search) {
    /// @param continues whether the request may continue another one without its whole history
    static DecodedRequest of(KnownRequest known, boolean continues, Map<String, String> sessions) {
        HistoryLookupKeys search = continues
                ? HistoryLookupKeys.continuing(
                        known.request(), known.chain(), known.hash(), sessions, known.bytes().length)
                : HistoryLookupKeys.whole(known.request(), known.hash());
        return new DecodedRequest(known, sessions, search);
    }

    public Conversation request() {
        return known.request();
    }

    /// Traces it.
    /// @param history what it may refer to
    public TraceResult traced(RunHistory history) {
        return HistoryTracer.trace(known.request(), known.chain(), known.hash(), sessions, history);
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

package dev.throughline.trace;

import dev.throughline.conversation.Conversation;
import java.util.Map;

/// Follows conversations. Pure: the same request and history give the same result.
public final class Tracer {
    private Tracer() {}

    /// What to look up before `trace`.
    /// @param bodyHash SHA-256 (hex) of the body as it came
    public static Clues clues(Conversation request, String bodyHash) {
        throw new UnsupportedOperationException();
    }

    /// Finds the conversation that a request continues and what it did with each earlier item.
    /// @param headers the request's headers that may name a session, names in lower case; never credentials
    public static Tracing trace(
            Conversation request, String bodyHash, Map<String, String> headers, RunHistory history) {
        throw new UnsupportedOperationException();
    }
}

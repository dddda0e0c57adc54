package dev.throughline.trace.history;

import dev.throughline.conversation.Conversation;
import dev.throughline.trace.LookupKeys;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The earlier exchanges to look up before a request is traced: what it may continue, else everything
/// that it may refer to.
///
/// @param continuation empty for a request whose whole history is needed
/// @param keys calculates the keys of the whole; takes time in proportion to the request
/// @param bytes size of the request
/// @param needsIntact whether a history with changed reasoning is needed whole, so that it can be restored
public record HistoryLookupKeys(
        Optional<Continuation> continuation, Supplier<LookupKeys> keys, long bytes, boolean needsIntact) {
    /// Everything that these keys name.
    public static HistoryLookupKeys of(LookupKeys keys) {
        return new HistoryLookupKeys(Optional.empty(), () -> keys, 0, false);
    }

    /// Everything that a request may refer to.
    /// @param bodyHash SHA-256 (hex) of the body as received
    public static HistoryLookupKeys whole(Conversation request, String bodyHash) {
        return of(HistoryTracer.clues(request, bodyHash));
    }

    /// The exchange that a request may continue.
    /// @param chain of its history
    /// @param bodyHash SHA-256 (hex) of the body as received
    /// @param headers as for `HistoryTracer.trace`
    /// @param bytes size of the body
    public static HistoryLookupKeys continuing(
            Conversation request, MessageChain chain, String bodyHash, Map<String, String> headers, long bytes) {
        Optional<Continuation> continuation = Continuation.of(request, chain, bodyHash, headers);
        return continuation.isEmpty()
                ? whole(request, bodyHash)
                : new HistoryLookupKeys(continuation, () -> HistoryTracer.clues(request, bodyHash), bytes, false);
    }

    /// The same search for a request whose missing reasoning is restored from its whole history.
    public HistoryLookupKeys restoring() {
        return new HistoryLookupKeys(continuation, keys, bytes, true);
    }
}

package dev.throughline.run;

import dev.throughline.access.KeyId;
import dev.throughline.run.retention.RetentionStep;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A recorded session of one client.
/// @param exchanges how many exchanges it has so far
/// @param signatureKey 32 bytes that sign this run's reasoning; never leaves the process
/// @param owner the key that opened it; empty when access was open
/// @param isPublished whether other keys see it
/// @param isPinned whether retention leaves it alone
/// @param removed what retention has removed of it
public record Run(
        RunId id,
        RunState state,
        RunSettings settings,
        int exchanges,
        Instant created,
        Optional<Instant> sealed,
        byte[] signatureKey,
        Optional<KeyId> owner,
        boolean isPublished,
        boolean isPinned,
        List<RetentionStep> removed) {

    public Run {
        removed = List.copyOf(removed);
    }

    /// A run that was opened without a key, and of which nothing was removed.
    public Run(
            RunId id,
            RunState state,
            RunSettings settings,
            int exchanges,
            Instant created,
            Optional<Instant> sealed,
            byte[] signatureKey) {
        this(id, state, settings, exchanges, created, sealed, signatureKey, Optional.empty(), false, false, List.of());
    }
}

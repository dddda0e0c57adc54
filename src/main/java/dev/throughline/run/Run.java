package dev.throughline.run;

import dev.throughline.access.KeyId;
import java.time.Instant;
import java.util.Optional;

/// A recorded session of one client.
/// @param exchanges how many exchanges it has so far
/// @param signatureKey 32 bytes that sign this run's reasoning; never leaves the process
/// @param owner the key that opened it; empty when access was open
/// @param isPublished whether other keys see it
public record Run(
        RunId id,
        RunState state,
        RunSettings settings,
        int exchanges,
        Instant created,
        Optional<Instant> sealed,
        byte[] signatureKey,
        Optional<KeyId> owner,
        boolean isPublished) {

    /// A run that was opened without a key.
    public Run(
            RunId id,
            RunState state,
            RunSettings settings,
            int exchanges,
            Instant created,
            Optional<Instant> sealed,
            byte[] signatureKey) {
        this(id, state, settings, exchanges, created, sealed, signatureKey, Optional.empty(), false);
    }
}

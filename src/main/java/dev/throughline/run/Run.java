package dev.throughline.run;

import java.time.Instant;
import java.util.Optional;

/// A recorded session of one client.
/// @param exchanges how many exchanges it has so far
/// @param signatureKey 32 bytes that sign this run's reasoning; never leaves the process
public record Run(
        RunId id,
        RunState state,
        RunSettings settings,
        int exchanges,
        Instant created,
        Optional<Instant> sealed,
        byte[] signatureKey) {}

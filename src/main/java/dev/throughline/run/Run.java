package dev.throughline.run;

import dev.throughline.access.KeyId;
import dev.throughline.verdict.RunVerdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A recorded session of one client.
/// @param exchanges how many exchanges it has so far
/// @param signatureKey 32 bytes that sign this run's reasoning; never leaves the process
/// @param owner the key that opened it; empty when access was open
/// @param isPublished whether other keys see it
/// @param isPinned whether retention leaves it alone
/// @param sealReason why it was sealed before its client was done; `idle`, or what its opener said
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
        Optional<String> sealReason,
        List<RetentionStep> removed) {
    /// The reason of a run that was sealed because no request came for as long as its settings say.
    public static final String IDLE = "idle";

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
        this(
                id,
                state,
                settings,
                exchanges,
                created,
                sealed,
                signatureKey,
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                List.of());
    }

    /// What its verdict is, where everything that was recorded says this.
    /// @param scored the verdict over its exchanges
    public RunVerdict judged(RunVerdict scored) {
        return sealReason
                .filter(reason -> !reason.equals(IDLE))
                .map(scored::endedEarly)
                .orElse(scored);
    }
}

package dev.throughline.run;

import dev.throughline.access.KeyId;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunVerdict;
import java.time.Instant;
import java.util.Optional;

/// A recorded session of one client.
/// @param exchanges number of exchanges so far
/// @param signatureKey 32 bytes that sign this run's reasoning; never leaves the process
/// @param owner the key that opened it; empty when access was open
/// @param isPublished whether other keys can see it
/// @param isPinned whether retention skips it
/// @param sealReason why it was sealed before its client finished: `idle`, or the reason given by its opener
/// @param hasContents whether its request bodies and tokens are still stored: retention removes them first
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
        boolean hasContents) {
    /// The reason of a run that was sealed because it received no request within its idle timeout.
    public static final String IDLE = "idle";

    /// The run's verdict, given the verdict over everything that was recorded.
    /// @param scored the verdict over its exchanges
    public RunVerdict judged(RunVerdict scored) {
        return sealReason
                .filter(reason -> !reason.equals(IDLE))
                .map(scored::endedEarly)
                .orElse(scored);
    }

    /// The same with its counts.
    public RunScore judged(RunScore scored) {
        return new RunScore(judged(scored.verdict()), scored.items());
    }
}

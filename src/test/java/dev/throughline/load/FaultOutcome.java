package dev.throughline.load;

import java.time.Duration;
import java.util.List;

/// What a fault did.
/// @param done what was done, and to how much
/// @param lostTokens tokens of answers that a client saw end well, and that the database does not hold
/// @param falseEnds answers that a client saw end well and that were not complete and committed
/// @param recovery from the fault (or from the return of what was away) to the next good answer
/// @param broken promises that did not hold; empty when all is well
public record FaultOutcome(String done, long lostTokens, long falseEnds, Duration recovery, List<String> broken) {
    public FaultOutcome {
        broken = List.copyOf(broken);
    }

    public static FaultOutcome of(String done, RecordAudit recordAudit, Duration recovery) {
        return new FaultOutcome(
                done, recordAudit.lostTokens(), recordAudit.falseEnds(), recovery, recordAudit.broken());
    }
}

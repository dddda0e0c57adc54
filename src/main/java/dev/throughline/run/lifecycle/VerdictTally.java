package dev.throughline.run.lifecycle;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/// The verdicts over the runs that this process sealed since its start. Readable from any thread.
@ApplicationScoped
public class VerdictTally {
    private static final int STATUSES = Status.values().length;

    private final AtomicLongArray verdicts = new AtomicLongArray(Verdict.values().length);
    private final AtomicLongArray statuses = new AtomicLongArray(Capability.values().length * STATUSES);

    private final AtomicLong missed = new AtomicLong();

    void missed() {
        missed.incrementAndGet();
    }

    /// How often the evidence of a sealed run could not be written.
    public long evidenceMissed() {
        return missed.get();
    }

    void count(RunVerdict verdict) {
        verdicts.incrementAndGet(verdict.verdict().ordinal());
        verdict.capabilities()
                .forEach((capability, judged) -> statuses.incrementAndGet(place(capability, judged.status())));
    }

    /// Number of sealed runs with this verdict.
    public long runs(Verdict verdict) {
        return verdicts.get(verdict.ordinal());
    }

    /// Number of sealed runs in which a capability had this status.
    public long runs(Capability capability, Status status) {
        return statuses.get(place(capability, status));
    }

    private static int place(Capability capability, Status status) {
        return capability.ordinal() * STATUSES + status.ordinal();
    }
}

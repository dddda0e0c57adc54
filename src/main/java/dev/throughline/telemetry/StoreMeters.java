package dev.throughline.telemetry;

import dev.throughline.run.TokenKind;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.run.journal.Journal;
import dev.throughline.run.journal.Journal.JournalFigures;
import dev.throughline.run.lifecycle.VerdictTally;
import dev.throughline.text.KebabCase;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.function.ToDoubleFunction;

/// The journal, the verdicts and the live events as metrics, computed on demand.
@ApplicationScoped
class StoreMeters {
    private final MeterRegistry registry;
    private final Journal journal;
    private final VerdictTally verdicts;
    private final RunEventSource events;

    StoreMeters(MeterRegistry registry, Journal journal, VerdictTally verdicts, RunEventSource events) {
        this.registry = registry;
        this.journal = journal;
        this.verdicts = verdicts;
        this.events = events;
    }

    void register(@Observes StartupEvent started) {
        registerJournal();
        registerTokens();
        registerVerdicts();
        registerEvents();
    }

    private void registerEvents() {
        Gauge.builder("throughline.events.followers", events, RunEventSource::followers)
                .description("Live event streams open in this process.")
                .register(registry);
        Gauge.builder("throughline.events.untold", events, RunEventSource::untold)
                .description("Changed runs not yet announced to the other processes.")
                .register(registry);
    }

    private void registerJournal() {
        gauge("held", "bytes", "Memory used by uncommitted events.", JournalFigures::heldBytes);
        gauge("capacity", "bytes", "Memory limit for uncommitted events.", JournalFigures::maxBytes);
        gauge("full", "", "1 while sources of events are paused.", now -> now.isFull() ? 1 : 0);
        gauge("paused.exchanges", "", "Exchanges whose source waits for buffer space.", JournalFigures::paused);
        gauge(
                "oldest.unwritten",
                "seconds",
                "Age of the oldest events being written to the database.",
                now -> now.oldestUnwritten().toNanos() / 1e9);
        counter("rows", "Rows committed.", JournalFigures::rows);
        counter("commits", "Committed transactions.", JournalFigures::commits);
        counter("retries", "Failed commits that were retried.", JournalFigures::retries);
        counter("lost.tokens", "Events lost: they will never be committed.", JournalFigures::lostTokens);
    }

    private void gauge(String name, String unit, String description, ToDoubleFunction<JournalFigures> value) {
        Gauge.builder("throughline.journal." + name, () -> value.applyAsDouble(journal.figures()))
                .description(description)
                .baseUnit(unit.isEmpty() ? null : unit)
                .register(registry);
    }

    private void counter(String name, String description, ToDoubleFunction<JournalFigures> value) {
        FunctionCounter.builder("throughline.journal." + name, journal, read -> value.applyAsDouble(read.figures()))
                .description(description)
                .register(registry);
    }

    private void registerTokens() {
        for (TokenKind kind : TokenKind.values()) {
            FunctionCounter.builder(
                            "throughline.journal.tokens",
                            journal,
                            read -> read.figures().tokens().getOrDefault(kind, 0L))
                    .description("Events of answers committed.")
                    .tag("kind", KebabCase.of(kind))
                    .register(registry);
        }
    }

    private void registerVerdicts() {
        for (Verdict verdict : Verdict.values()) {
            FunctionCounter.builder("throughline.verdicts", verdicts, tally -> tally.runs(verdict))
                    .description("Runs sealed.")
                    .tag("verdict", KebabCase.of(verdict))
                    .register(registry);
        }
        FunctionCounter.builder("throughline.evidence.missed", verdicts, VerdictTally::evidenceMissed)
                .description("Sealed runs whose evidence could not be written; it is tried again.")
                .register(registry);
        for (Capability capability : Capability.values()) {
            for (Status status : Status.values()) {
                FunctionCounter.builder("throughline.capabilities", verdicts, tally -> tally.runs(capability, status))
                        .description("Runs sealed, by the status of a capability.")
                        .tag("capability", KebabCase.of(capability))
                        .tag("status", KebabCase.of(status))
                        .register(registry);
            }
        }
    }
}

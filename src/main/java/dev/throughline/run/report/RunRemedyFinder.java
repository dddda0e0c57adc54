package dev.throughline.run.report;

import dev.throughline.backend.Backends;
import dev.throughline.run.Run;
import dev.throughline.run.report.Remedy.Kind;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/// Finds what helps against the losses of a run: what was measured of its client first, then the settings.
@ApplicationScoped
public class RunRemedyFinder {
    private static final Logger LOG = Logger.getLogger(RunRemedyFinder.class);
    private static final Remedy NOTHING = new Remedy(
            Kind.NONE,
            "Nothing known helps: no version or variant of this client was measured to keep it, and no setting puts it"
                    + " back.");

    private final MeasuredRemedies measured;
    private final Backends backends;

    RunRemedyFinder(MeasuredRemedies measured, Backends backends) {
        this.measured = measured;
        this.backends = backends;
    }

    /// Empty unless the run failed; otherwise at least one, of kind NONE if nothing known helps. Never fails.
    public Uni<List<Remedy>> of(Run run, RunVerdict verdict) {
        Set<Capability> lost = lost(verdict);
        if (verdict.verdict() != Verdict.FAIL || lost.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        List<Remedy> settings = SettingRemedies.of(run, verdict, backends);
        return measured(run, lost).map(found -> {
            List<Remedy> all = new ArrayList<>(found);
            all.addAll(settings);
            return all.isEmpty() ? List.of(NOTHING) : List.copyOf(all);
        });
    }

    private Uni<List<Remedy>> measured(Run run, Set<Capability> lost) {
        return run.settings()
                .client()
                .map(client -> measured.of(client, lost, run.settings().policy())
                        .onFailure()
                        .invoke(failure -> LOG.warn("The matrix could not be read for remedies", failure))
                        .onFailure()
                        .recoverWithItem(List.of()))
                .orElseGet(() -> Uni.createFrom().item(List.of()));
    }

    private static Set<Capability> lost(RunVerdict verdict) {
        Set<Capability> lost = EnumSet.noneOf(Capability.class);
        verdict.capabilities().forEach((capability, found) -> {
            if (found.status() == Status.BROKEN || found.status() == Status.PARTIAL) {
                lost.add(capability);
            }
        });
        return lost;
    }
}

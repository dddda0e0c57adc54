package dev.throughline.run.report;

import dev.throughline.backend.Backends;
import dev.throughline.rest.SettingName;
import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.report.MeasuredRemedies.Found;
import dev.throughline.run.report.MeasuredRemedies.Loss;
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
import java.util.Optional;
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
        Optional<LostItem> first = LostItem.of(verdict);
        List<Remedy> settings = SettingRemedies.of(run, verdict, backends);
        return measured(run, lost, first).map(found -> {
            List<Remedy> all = new ArrayList<>();
            if (found.kept().isPresent() || run.settings().client().isEmpty()) {
                first.map(item -> item.remedy(found.kept(), client(run))).ifPresent(all::add);
            }
            all.addAll(found.remedies());
            all.addAll(settings);
            return all.isEmpty() ? List.of(NOTHING) : List.copyOf(all);
        });
    }

    private static String client(Run run) {
        return run.settings().client().map(client -> client.name()).orElse("");
    }

    private Uni<Found> measured(Run run, Set<Capability> lost, Optional<LostItem> first) {
        RunSettings settings = run.settings();
        boolean isStub = settings.mode() == RunMode.STUB && settings.traffic().isEmpty();
        return settings.client()
                .map(client -> measured.of(new Loss(
                                client,
                                settings.policy(),
                                isStub
                                        ? Optional.of(
                                                SettingName.of(settings.stub().scenario()))
                                        : Optional.empty(),
                                lost,
                                client.dialect().or(() -> first.flatMap(LostItem::dialect)),
                                first.map(LostItem::field).orElse("")))
                        .onFailure()
                        .invoke(failure -> LOG.warn("The matrix could not be read for remedies", failure))
                        .onFailure()
                        .recoverWithItem(Found.NOTHING))
                .orElseGet(() -> Uni.createFrom().item(Found.NOTHING));
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

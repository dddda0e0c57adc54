package dev.throughline.run.report;

import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.settings.HistoryMode;
import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.report.Remedy.Kind;
import dev.throughline.vendor.BackendKind;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The settings that put lost reasoning back before a request reaches the model. They restore reasoning only.
final class SettingRemedies {
    private static final String CLEAR = "clear_thinking";

    private SettingRemedies() {}

    static List<Remedy> of(Run run, RunVerdict verdict, Backends backends) {
        Optional<CapabilityVerdict> think = Optional.ofNullable(
                        verdict.capabilities().get(Capability.THINK))
                .filter(found -> isLost(found.status()));
        if (think.isEmpty()) {
            return List.of();
        }
        Optional<HttpBackend> backend = run.settings().mode() == RunMode.PROXY
                ? run.settings()
                        .backend()
                        .filter(name -> run.settings().stubRun().isEmpty())
                        .flatMap(backends::find)
                : Optional.empty();
        return backend.map(found -> ofBackend(found, isLost(think.get().acrossTurns())))
                .orElseGet(() -> List.of(setting("In front of a real model, Throughline puts lost reasoning back into"
                        + " requests: set history=repair for the backend.")));
    }

    static List<Remedy> ofBackend(HttpBackend backend, boolean isLostAcrossTurns) {
        String prefix = "throughline.backends." + backend.name() + ".";
        List<Remedy> found = new ArrayList<>();
        boolean isRepaired = backend.settings().history() == HistoryMode.REPAIR;
        found.add(setting(
                isRepaired
                        ? "history=repair is set for backend " + backend.name() + ": the model got back what the"
                                + " exchanges list as repaired; the verdict judges the client alone."
                        : "Set " + prefix + "history=repair: lost reasoning is put back before a request reaches the"
                                + " model."));
        BackendKind kind = backend.kindSoFar();
        if (kind.isUnknown()) {
            found.add(setting("Set " + prefix + "kind: it is unknown, and decides in which field translated requests"
                    + " carry reasoning."));
        }
        boolean mayClear =
                kind.traits().takesTemplateKwargs() && !backend.templateKwargs().has(CLEAR);
        if (isLostAcrossTurns && mayClear) {
            found.add(setting("Set " + prefix + "chat-template-kwargs." + CLEAR + "=false: otherwise the template of a"
                    + " GLM removes the reasoning of earlier turns from the prompt, also what was put back."));
        }
        return found;
    }

    private static boolean isLost(Status status) {
        return status == Status.BROKEN || status == Status.PARTIAL;
    }

    private static Remedy setting(String text) {
        return new Remedy(Kind.SETTING, text);
    }
}

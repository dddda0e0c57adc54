package dev.throughline.pages;

import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunState;
import dev.throughline.text.KebabCase;
import dev.throughline.text.TimeWording;
import dev.throughline.verdict.Verdict;
import java.time.Instant;
import java.util.Optional;

/// A run in a list.
///
/// @param mark its verdict
/// @param mode `stub` or `proxy`
/// @param answeredBy the scenario of the stub, or the name of a backend
public record RunEntry(
        String id,
        String label,
        String client,
        String version,
        String mode,
        String answeredBy,
        String state,
        VerdictMark mark,
        int exchanges,
        String age,
        String opened) {
    static RunEntry of(Run run, Optional<Verdict> verdict, Instant now) {
        RunSettings settings = run.settings();
        return new RunEntry(
                run.id().value(),
                settings.label(),
                settings.client().map(RunSettings.Client::name).orElse(""),
                settings.client().map(RunSettings.Client::version).orElse(""),
                KebabCase.of(settings.mode()),
                settings.mode() == RunMode.STUB
                        ? "scenario " + KebabCase.of(settings.stub().scenario())
                        : settings.backend().orElse("no backend"),
                run.state() == RunState.SEALED ? "sealed" : "open",
                VerdictMark.of(verdict),
                run.exchanges(),
                TimeWording.age(run.created(), now),
                TimeWording.time(run.created()));
    }
}

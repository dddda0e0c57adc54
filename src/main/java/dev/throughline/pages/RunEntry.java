package dev.throughline.pages;

import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunState;
import dev.throughline.verdict.Verdict;
import java.time.Instant;
import java.util.Optional;

/// A run in a list.
///
/// @param mark its verdict
/// @param backend what answered: `stub`, or the name of a backend
public record RunEntry(
        String id,
        String label,
        String client,
        String version,
        String backend,
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
                settings.mode() == RunMode.STUB ? "stub" : settings.backend().orElse("proxy"),
                run.state() == RunState.SEALED ? "sealed" : "open",
                VerdictMark.of(verdict),
                run.exchanges(),
                PageWording.age(run.created(), now),
                PageWording.time(run.created()));
    }
}

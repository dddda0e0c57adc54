package dev.throughline.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Checks one real client: installs it, opens a run, drives its turns, seals the run.
public final class ClientCheck {
    private static final Duration SETTLE_STEP = Duration.ofMillis(200);
    private static final int SETTLE_STEPS = 50;

    private final Recipe recipe;
    private final RunService service;
    private final NpmCache npm;
    private final Progress progress;

    public ClientCheck(Recipe recipe, RunService service, NpmCache npm, Progress progress) {
        this.recipe = recipe;
        this.service = service;
        this.npm = npm;
        this.progress = progress;
    }

    /// What a check may be told beside the client's name.
    /// @param binary a program to use instead of installing one
    /// @param config a file that replaces the first file of the recipe
    /// @param keep whether the client's folders stay
    public record Options(Optional<Path> binary, Optional<Path> config, boolean keep, Optional<Duration> turnTimeout) {}

    /// Runs the check.
    /// @return the id of the sealed run
    /// @throws HarnessException when nothing can be said of the client
    public String run(ClientSpec spec, Options options) {
        // Outermost: it ends when the folders are gone.
        try (var _ = Unwinding.begin()) {
            Installation installed = Installation.of(recipe, spec, options.binary(), npm);
            RunService.OpenRun run = service.open(spec);
            progress.say("run " + run.id() + " is open");
            drive(spec, run, installed, options);
            if (service.exchanges(run.id()) == 0) {
                throw new HarnessException(nothingCame(spec, run, options));
            }
            service.seal(run.id());
            return run.id();
        }
    }

    private void drive(ClientSpec spec, RunService.OpenRun run, Installation installed, Options options) {
        Folders folders = Folders.make();
        try {
            new ClientTurns(recipe, spec, run, folders, installed, npm, progress).drive(options);
            settle(run.id());
        } finally {
            if (options.keep()) {
                progress.say("the client's folders stay at " + folders.root());
            } else {
                Folders.delete(folders.root());
            }
        }
    }

    private static String nothingCame(ClientSpec spec, RunService.OpenRun run, Options options) {
        String message = spec.label() + " sent no request to the run of this check, " + run.openai();
        return options.config()
                .map(file -> message + ": " + file + " points it elsewhere, so the report of the run there says what it"
                        + " did; write {{openai}} or {{anthropic}} where the file has the address")
                .orElse(message);
    }

    /// Waits until the answers that the client left open are recorded as such.
    private void settle(String run) {
        for (int i = 0; i < SETTLE_STEPS && service.isAnswering(run); i++) {
            try {
                new CountDownLatch(1).await(SETTLE_STEP.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}

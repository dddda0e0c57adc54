package dev.throughline.harness;

import dev.throughline.harness.recipe.RecipeCatalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs a list of checks, a few at a time, and resumes an interrupted list: a check whose run already
/// exists, sealed and without faults, is skipped. A combination that a recipe refuses is not tried, and a
/// failing check does not stop the others.
public final class CheckListRunner {
    private final SingleCheck single;
    private final ProgressListener progressListener;
    private final Settings settings;
    private final AtomicInteger done = new AtomicInteger();

    /// @param atOnce number of clients that run concurrently
    /// @param again whether checks are repeated although their run exists
    /// @param turnTimeout time for one turn; empty for the recipe's value
    public record Settings(int atOnce, boolean again, Optional<Duration> turnTimeout) {}

    public CheckListRunner(
            RecipeCatalog recipeCatalog,
            ServiceClient service,
            PackageCaches caches,
            ProgressListener progressListener,
            Settings settings) {
        this.single = new SingleCheck(recipeCatalog, service, caches, progressListener, settings.turnTimeout());
        this.progressListener = progressListener;
        this.settings = settings;
    }

    /// Runs the checks.
    /// @return one measurement for each, in the order of the list
    public List<CheckOutcome> run(List<CheckListEntry> list) {
        try (ExecutorService workers = Executors.newFixedThreadPool(settings.atOnce())) {
            List<Future<CheckOutcome>> futures = new ArrayList<>();
            list.forEach(check -> futures.add(workers.submit(() -> measured(check, list.size()))));
            return outcomes(workers, futures);
        }
    }

    /// Closing the workers waits for the checks that run; only an interrupt of the workers ends their programs.
    private static List<CheckOutcome> outcomes(ExecutorService workers, List<Future<CheckOutcome>> futures) {
        try {
            List<CheckOutcome> outcomes = new ArrayList<>();
            for (Future<CheckOutcome> future : futures) {
                outcomes.add(future.get());
            }
            return List.copyOf(outcomes);
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while clients were running");
        } catch (ExecutionException e) {
            throw new HarnessException("a check failed to run: " + e.getCause());
        }
    }

    private CheckOutcome measured(CheckListEntry check, int total) {
        CheckOutcome outcome = single.check(check, settings.again());
        progressListener.say("(" + done.incrementAndGet() + " of " + total + ") " + line(outcome));
        return outcome;
    }

    private static String line(CheckOutcome outcome) {
        return outcome.spec().label() + " " + outcome.spec().dialect() + ": "
                + switch (outcome) {
                    case CheckOutcome.Judged judged -> judged.verdict() + (judged.kept() ? ", already measured" : "");
                    case CheckOutcome.Unsupported unsupported -> "UNSUPPORTED: it " + unsupported.reason();
                    case CheckOutcome.Failed failed ->
                        "ERROR: " + failed.reason().lines().findFirst().orElse("");
                };
    }
}

package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.process.HarnessException;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.text.Json;
import java.io.IOException;
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
    private final RecipeCatalog recipeCatalog;
    private final ServiceClient service;
    private final NpmCache npm;
    private final ProgressListener progressListener;
    private final Settings settings;
    private final ClientVersionResolver versions;
    private final AtomicInteger done = new AtomicInteger();

    /// @param atOnce number of clients that run concurrently
    /// @param again whether checks are repeated although their run exists
    /// @param turnTimeout time for one turn; empty for the recipe's value
    public record Settings(int atOnce, boolean again, Optional<Duration> turnTimeout) {}

    public CheckListRunner(
            RecipeCatalog recipeCatalog,
            ServiceClient service,
            NpmCache npm,
            ProgressListener progressListener,
            Settings settings) {
        this.recipeCatalog = recipeCatalog;
        this.service = service;
        this.npm = npm;
        this.progressListener = progressListener;
        this.settings = settings;
        this.versions = new ClientVersionResolver(npm::resolve, service, progressListener);
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
        Recipe recipe = recipeCatalog.find(check.client()).orElseThrow();
        long started = System.nanoTime();
        ClientSpec spec = check.spec(recipe, check.wantedVersion());
        CheckOutcome checkOutcome;
        try {
            spec = check.spec(recipe, versions.resolve(recipe, check.wantedVersion()));
            checkOutcome = measured(recipe, spec, started);
        } catch (HarnessException e) {
            checkOutcome = new CheckOutcome.Failed(spec, String.valueOf(e.getMessage()), since(started));
        }
        progressListener.say("(" + done.incrementAndGet() + " of " + total + ") " + line(checkOutcome));
        return checkOutcome;
    }

    private CheckOutcome measured(Recipe recipe, ClientSpec spec, long started) {
        Optional<String> refusal = recipe.refusal(spec);
        if (refusal.isPresent()) {
            return new CheckOutcome.Unsupported(spec, refusal.get());
        }
        Optional<String> held = settings.again() ? Optional.empty() : service.sealedRun(spec);
        if (held.isPresent()) {
            return new CheckOutcome.Judged(spec, report(held.get()), true, Duration.ZERO);
        }
        String name = title(spec) + ": ";
        var options = new ClientCheck.Options(Optional.empty(), Optional.empty(), false, settings.turnTimeout());
        String run = new ClientCheck(recipe, service, npm, line -> progressListener.say(name + line))
                .run(spec, options)
                .run();
        return new CheckOutcome.Judged(spec, report(run), false, since(started));
    }

    private JsonNode report(String run) {
        try {
            return Json.TREES.readTree(service.report(run, "json"));
        } catch (IOException e) {
            throw new HarnessException("the report of run " + run + " is not JSON");
        }
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    private static String title(ClientSpec spec) {
        return spec.label() + " " + spec.dialect();
    }

    private static String line(CheckOutcome checkOutcome) {
        return title(checkOutcome.spec()) + ": "
                + switch (checkOutcome) {
                    case CheckOutcome.Judged judged -> judged.verdict() + (judged.kept() ? ", already measured" : "");
                    case CheckOutcome.Unsupported unsupported -> "UNSUPPORTED: it " + unsupported.reason();
                    case CheckOutcome.Failed failed ->
                        "ERROR: " + failed.reason().lines().findFirst().orElse("");
                };
    }
}

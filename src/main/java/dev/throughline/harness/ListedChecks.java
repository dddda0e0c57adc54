package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.harness.process.HarnessException;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.Recipes;
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

/// Runs a list of checks, a few at a time, and goes on where an interrupted list stopped: a check whose run the service
/// holds already, sealed and without faults, is not made again. What a recipe refuses is not tried, and a check that
/// fails does not keep the others from being made.
public final class ListedChecks {
    private final Recipes recipes;
    private final RunService service;
    private final NpmCache npm;
    private final Progress progress;
    private final Settings settings;
    private final ClientVersions versions;
    private final AtomicInteger done = new AtomicInteger();

    /// @param atOnce how many clients run at a time
    /// @param again whether checks are made although their run is there
    /// @param turnTimeout time for one turn; empty for the recipe's
    public record Settings(int atOnce, boolean again, Optional<Duration> turnTimeout) {}

    public ListedChecks(Recipes recipes, RunService service, NpmCache npm, Progress progress, Settings settings) {
        this.recipes = recipes;
        this.service = service;
        this.npm = npm;
        this.progress = progress;
        this.settings = settings;
        this.versions = new ClientVersions(npm::resolve, service, progress);
    }

    /// Makes the checks.
    /// @return one measurement for each, in the order of the list
    public List<Measurement> run(List<ListedCheck> list) {
        try (ExecutorService workers = Executors.newFixedThreadPool(settings.atOnce())) {
            List<Future<Measurement>> futures = new ArrayList<>();
            list.forEach(check -> futures.add(workers.submit(() -> measured(check, list.size()))));
            List<Measurement> measurements = new ArrayList<>();
            for (Future<Measurement> future : futures) {
                measurements.add(future.get());
            }
            return List.copyOf(measurements);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while clients were running");
        } catch (ExecutionException e) {
            throw new HarnessException("a check could not be made: " + e.getCause());
        }
    }

    private Measurement measured(ListedCheck check, int total) {
        Recipe recipe = recipes.find(check.client()).orElseThrow();
        long started = System.nanoTime();
        ClientSpec spec = check.spec(recipe, check.wantedVersion());
        Measurement measurement;
        try {
            spec = check.spec(recipe, versions.resolve(recipe, check.wantedVersion()));
            measurement = measured(recipe, spec, started);
        } catch (HarnessException e) {
            measurement = new Measurement.Failed(spec, String.valueOf(e.getMessage()), since(started));
        }
        progress.say("(" + done.incrementAndGet() + " of " + total + ") " + line(measurement));
        return measurement;
    }

    private Measurement measured(Recipe recipe, ClientSpec spec, long started) {
        Optional<String> refusal = recipe.refusal(spec);
        if (refusal.isPresent()) {
            return new Measurement.Unsupported(spec, refusal.get());
        }
        Optional<String> held = settings.again() ? Optional.empty() : service.sealedRun(spec);
        if (held.isPresent()) {
            return new Measurement.Judged(spec, report(held.get()), true, Duration.ZERO);
        }
        String name = title(spec) + ": ";
        var options = new ClientCheck.Options(Optional.empty(), Optional.empty(), false, settings.turnTimeout());
        String run = new ClientCheck(recipe, service, npm, line -> progress.say(name + line))
                .run(spec, options)
                .run();
        return new Measurement.Judged(spec, report(run), false, since(started));
    }

    private JsonNode report(String run) {
        try {
            return new JsonMapper().readTree(service.report(run, "json"));
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

    private static String line(Measurement measurement) {
        return title(measurement.spec()) + ": "
                + switch (measurement) {
                    case Measurement.Judged judged -> judged.verdict() + (judged.kept() ? ", measured before" : "");
                    case Measurement.Unsupported unsupported -> "UNSUPPORTED: it " + unsupported.reason();
                    case Measurement.Failed failed ->
                        "ERROR: " + failed.reason().lines().findFirst().orElse("");
                };
    }
}

package dev.throughline.harness;

import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.time.Duration;
import java.util.Optional;

/// Runs one check to its outcome. A check whose run already exists, sealed and without faults, is not repeated
/// unless asked for; a combination that the recipe refuses is not tried. Thread-safe.
public final class SingleCheck {
    private final RecipeCatalog recipeCatalog;
    private final ServiceClient service;
    private final PackageCaches caches;
    private final ProgressListener progressListener;
    private final Optional<Duration> turnTimeout;
    private final ClientVersionResolver versions;

    /// @param turnTimeout time for one turn; empty for the recipe's value
    public SingleCheck(
            RecipeCatalog recipeCatalog,
            ServiceClient service,
            PackageCaches caches,
            ProgressListener progressListener,
            Optional<Duration> turnTimeout) {
        this.recipeCatalog = recipeCatalog;
        this.service = service;
        this.caches = caches;
        this.progressListener = progressListener;
        this.turnTimeout = turnTimeout;
        this.versions = new ClientVersionResolver(
                new ProgramInstaller(caches)::resolve,
                new ProgramInstaller(caches)::releases,
                new ProgramInstaller(caches)::beside,
                service,
                progressListener);
    }

    /// Runs the check.
    /// @param again whether it is repeated although its run exists
    public CheckOutcome check(CheckListEntry check, boolean again) {
        Recipe recipe = recipeCatalog.find(check.client()).orElseThrow();
        long started = System.nanoTime();
        ClientSpec spec = check.spec(recipe, check.wantedVersion());
        try {
            spec = check.spec(recipe, versions.resolve(recipe, check.wantedVersion()))
                    .changed(recipeCatalog.change(recipe.name()));
            Optional<String> refusal = recipe.refusal(spec);
            if (refusal.isPresent()) {
                return new CheckOutcome.Unsupported(spec, refusal.get());
            }
            spec = versions.withPackages(recipe, spec);
            return check(recipe, spec, again, started);
        } catch (HarnessException e) {
            if (e.isToolMissing()) {
                return new CheckOutcome.Unsupported(spec, "cannot be checked on this machine: " + e.getMessage());
            }
            return new CheckOutcome.Failed(spec, String.valueOf(e.getMessage()), since(started));
        }
    }

    private CheckOutcome check(Recipe recipe, ClientSpec spec, boolean again, long started) {
        Optional<String> existing = again ? Optional.empty() : service.sealedRun(spec);
        if (existing.isPresent()) {
            return new CheckOutcome.Judged(spec, service.report(existing.get()), true, Duration.ZERO);
        }
        String name = spec.label() + " " + spec.dialect() + ": ";
        var options = new ClientCheck.Options(Optional.empty(), Optional.empty(), false, turnTimeout, Optional.empty());
        String run = new ClientCheck(recipe, service, caches, line -> progressListener.say(name + line))
                .run(spec, options)
                .run();
        return new CheckOutcome.Judged(spec, service.report(run), false, since(started));
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }
}

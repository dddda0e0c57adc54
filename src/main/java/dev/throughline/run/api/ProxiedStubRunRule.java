package dev.throughline.run.api;

import dev.throughline.access.Caller;
import dev.throughline.rest.Problem;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunState;
import dev.throughline.run.lifecycle.RunStore;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/// Allows the stub of another run as a backend only if that run is an open stub run of the same key. A
/// proxy run is never a backend, so that a chain of runs cannot form a loop.
@ApplicationScoped
class ProxiedStubRunRule {
    private final RunStore runStore;

    ProxiedStubRunRule(RunStore runStore) {
        this.runStore = runStore;
    }

    /// Fails with a problem for the field `backend`.
    Uni<Void> check(RunSettings settings, Caller caller) {
        Optional<String> run = settings.stubRun();
        if (run.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        if (!RunId.isValid(run.get())) {
            return Uni.createFrom().failure(ProxiedStubRunRule::unfit);
        }
        return runStore.find(new RunId(run.get()))
                .invoke(found -> found.filter(stub -> isFit(stub, caller)).orElseThrow(() -> unfit()))
                .replaceWithVoid();
    }

    private static boolean isFit(Run run, Caller caller) {
        return run.settings().mode() == RunMode.STUB && run.state() != RunState.SEALED && caller.owns(run.owner());
    }

    private static RuntimeException unfit() {
        return Problem.inField("/backend", "after run: the id of an open stub run of the same key was expected.")
                .exception();
    }
}

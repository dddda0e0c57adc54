package dev.throughline.run.api;

import dev.throughline.access.Caller;
import dev.throughline.backend.StubRunBackends;
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

    /// The settings, whose backend is of the vendor as which the stub answers. Fails with a problem for the field
    /// `backend`.
    Uni<RunSettings> checked(RunSettings settings, Caller caller) {
        Optional<String> run = settings.stubRun();
        if (run.isEmpty()) {
            return Uni.createFrom().item(settings);
        }
        boolean isPlain = settings.backend().equals(Optional.of(StubRunBackends.name(run.get(), Optional.empty())));
        if (!isPlain || !RunId.isValid(run.get())) {
            return Uni.createFrom().failure(ProxiedStubRunRule::unfit);
        }
        return runStore.find(new RunId(run.get()))
                .map(found -> found.filter(stub -> isFit(stub, caller)).orElseThrow(() -> unfit()))
                .map(stub -> settings.behind(
                        StubRunBackends.name(run.get(), stub.settings().stub().vendor())));
    }

    private static boolean isFit(Run run, Caller caller) {
        return run.settings().mode() == RunMode.STUB && run.state() != RunState.SEALED && caller.owns(run.owner());
    }

    private static RuntimeException unfit() {
        return Problem.inField("/backend", "after run: the id of an open stub run of the same key was expected.")
                .exception();
    }
}

package dev.throughline.gateway.admission;

import dev.throughline.access.Caller;
import dev.throughline.backend.Backends;
import dev.throughline.gateway.route.RunAddress;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;

/// Finds the run of a base URL: for a default URL the key's own run, for an id the run with that id.
@ApplicationScoped
class RunResolver {
    private static final String STUB_SLOT = "stub";
    private static final RunSettings DEFAULT_STUB = new RunSettings(
            "default stub",
            RunMode.STUB,
            Optional.empty(),
            Optional.empty(),
            ThinkingPolicy.PRESERVED,
            StubSettings.defaults(),
            10_000,
            Duration.ofHours(24));

    private static final String PROXY_SLOT = "proxy/";

    private final RunStore runStore;
    private final Backends backends;

    RunResolver(RunStore runStore, Backends backends) {
        this.runStore = runStore;
        this.backends = backends;
    }

    Uni<RunResolution> open(RunAddress runAddress, Caller caller) {
        return switch (runAddress) {
            case RunAddress.Default() ->
                backends.standard().map(name -> proxy(name, caller)).orElseGet(() -> stub(caller));
            case RunAddress.Stub() -> stub(caller);
            case RunAddress.Proxy(String name) ->
                backends.names().contains(name)
                        ? proxy(name, caller)
                        : closed(RefusalFactory.noBackend(name, backends));
            case RunAddress.ById(String id) when !RunId.isValid(id) -> closed(noRunId());
            case RunAddress.ById(String id) -> runStore.behind(new RunId(id)).map(found -> door(found, id));
        };
    }

    private Uni<RunResolution> stub(Caller caller) {
        return runStore.defaultRun(STUB_SLOT, DEFAULT_STUB, caller.id()).map(RunResolution.Open::new);
    }

    private Uni<RunResolution> proxy(String backend, Caller caller) {
        return runStore.defaultRun(PROXY_SLOT + backend, proxySettings(backend), caller.id())
                .map(RunResolution.Open::new);
    }

    private static RunSettings proxySettings(String backend) {
        return new RunSettings(
                "backend " + backend,
                RunMode.PROXY,
                Optional.of(backend),
                Optional.empty(),
                ThinkingPolicy.PRESERVED,
                StubSettings.defaults(),
                Integer.MAX_VALUE,
                Duration.ofHours(24));
    }

    private static RunResolution door(Optional<Run> found, String id) {
        return found.<RunResolution>map(RunResolution.Open::new)
                .orElseGet(() -> new RunResolution.Closed(RefusalFactory.noRun(id)));
    }

    private static Uni<RunResolution> closed(Failure failure) {
        return Uni.createFrom().item(new RunResolution.Closed(failure));
    }

    private static Failure noRunId() {
        return Failure.of(
                FailureKind.NOT_FOUND,
                "The path does not name a run: an id of 1 to 64 characters 0-9, a-z and - was expected after /r/."
                        + " POST /api/v1/runs opens a run.");
    }
}

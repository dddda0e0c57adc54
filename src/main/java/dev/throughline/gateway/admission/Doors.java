package dev.throughline.gateway.admission;

import dev.throughline.access.Caller;
import dev.throughline.backend.Backends;
import dev.throughline.gateway.route.Base;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.Runs;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.Policy;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;

/// Finds the run behind a base URL: of a default URL the key's own, of an id the one that it names.
@ApplicationScoped
class Doors {
    private static final String STUB_SLOT = "stub";
    private static final RunSettings DEFAULT_STUB = new RunSettings(
            "default stub",
            RunMode.STUB,
            Optional.empty(),
            Optional.empty(),
            Policy.PRESERVED,
            StubSettings.defaults(),
            10_000,
            Duration.ofHours(24));

    private static final String PROXY_SLOT = "proxy/";

    private final Runs runs;
    private final Backends backends;

    Doors(Runs runs, Backends backends) {
        this.runs = runs;
        this.backends = backends;
    }

    Uni<Door> open(Base base, Caller caller) {
        return switch (base) {
            case Base.Default() ->
                backends.standard().map(name -> proxy(name, caller)).orElseGet(() -> stub(caller));
            case Base.Stub() -> stub(caller);
            case Base.Proxy(String name) ->
                backends.names().contains(name) ? proxy(name, caller) : closed(Refusals.noBackend(name, backends));
            case Base.ById(String id) when !RunId.isValid(id) -> closed(noRunId());
            case Base.ById(String id) -> runs.behind(new RunId(id)).map(found -> door(found, id));
        };
    }

    private Uni<Door> stub(Caller caller) {
        return runs.defaultRun(STUB_SLOT, DEFAULT_STUB, caller.id()).map(Door.Open::new);
    }

    private Uni<Door> proxy(String backend, Caller caller) {
        return runs.defaultRun(PROXY_SLOT + backend, proxySettings(backend), caller.id())
                .map(Door.Open::new);
    }

    private static RunSettings proxySettings(String backend) {
        return new RunSettings(
                "backend " + backend,
                RunMode.PROXY,
                Optional.of(backend),
                Optional.empty(),
                Policy.PRESERVED,
                StubSettings.defaults(),
                Integer.MAX_VALUE,
                Duration.ofHours(24));
    }

    private static Door door(Optional<Run> found, String id) {
        return found.<Door>map(Door.Open::new).orElseGet(() -> new Door.Closed(Refusals.noRun(id)));
    }

    private static Uni<Door> closed(Failure failure) {
        return Uni.createFrom().item(new Door.Closed(failure));
    }

    private static Failure noRunId() {
        return Failure.of(
                FailureKind.NOT_FOUND,
                "The path does not name a run: an id of 1 to 64 characters 0-9, a-z and - was expected after /r/."
                        + " POST /api/v1/runs opens a run.");
    }
}

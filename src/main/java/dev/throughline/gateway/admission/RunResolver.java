package dev.throughline.gateway.admission;

import dev.throughline.access.Caller;
import dev.throughline.backend.Backends;
import dev.throughline.client.ClientProduct;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunSettings.LiveTraffic;
import dev.throughline.run.lifecycle.InstanceRegistry;
import dev.throughline.run.lifecycle.LiveRunStore;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stub.StubIssuer;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// Finds the run of a base URL: for an id the run with that id, for a default URL that of the request's key,
/// client and day.
@ApplicationScoped
class RunResolver {
    private static final String STUB_BASE = "stub";
    private static final String PROXY_BASE = "proxy/";
    private final RunStore runStore;
    private final LiveRunStore liveRunStore;
    private final Backends backends;
    private final InstanceRegistry instances;
    private final RunSettings defaultStub;

    RunResolver(
            RunStore runStore,
            LiveRunStore liveRunStore,
            Backends backends,
            InstanceRegistry instances,
            @ConfigProperty(name = "throughline.stub-vendor") Optional<String> vendor) {
        this.runStore = runStore;
        this.liveRunStore = liveRunStore;
        this.backends = backends;
        this.instances = instances;
        vendor.filter(name -> backends.rules()
                        .profile(name)
                        .filter(StubIssuer::isPlayed)
                        .isEmpty())
                .ifPresent(name -> {
                    throw new IllegalArgumentException("throughline.stub-vendor: the stub does not answer as " + name
                            + "; it answers as " + String.join(", ", StubIssuer.played(backends.rules())));
                });
        this.defaultStub = stubSettings(vendor);
    }

    // The number of requests is set when the run is opened.
    private static RunSettings stubSettings(Optional<String> vendor) {
        return new RunSettings(
                "default stub",
                RunMode.STUB,
                Optional.empty(),
                Optional.empty(),
                ThinkingPolicy.PRESERVED,
                StubSettings.defaults().as(vendor),
                Integer.MAX_VALUE,
                Duration.ofHours(24));
    }

    Uni<RunResolution> open(DialectRequest dialectRequest) {
        RunAddress runAddress = dialectRequest.runBase();
        return switch (runAddress) {
            case RunAddress.Default _, RunAddress.Stub _ -> live(dialectRequest, backend(runAddress));
            case RunAddress.Proxy(String name) ->
                backends.names().contains(name)
                        ? live(dialectRequest, Optional.of(name))
                        : noBackend(name).map(RunResolution.Closed::new);
            case RunAddress.ById(String id) when !RunId.isValid(id) -> closed(noRunId());
            case RunAddress.ById(String id) -> runStore.behind(new RunId(id)).map(found -> door(found, id));
        };
    }

    /// Why a backend that is not configured here is not asked.
    Uni<Failure> noBackend(String name) {
        return instances
                .isBackendElsewhere(name)
                .map(is -> is ? RefusalFactory.backendElsewhere(name) : RefusalFactory.noBackend(name, backends));
    }

    /// The runs of the request's key on its default URL on its day, the latest first; empty for the URL of
    /// one run.
    Uni<List<Run>> ofDay(DialectRequest dialectRequest, int limit) {
        RunAddress runAddress = dialectRequest.runBase();
        return runAddress instanceof RunAddress.ById
                ? Uni.createFrom().item(List.of())
                : liveRunStore.ofDay(
                        new LiveTraffic(base(backend(runAddress)), dialectRequest.day()),
                        dialectRequest.caller().id(),
                        limit);
    }

    /// The runs of the request's key on its default URL that are open, the latest first; empty for the URL of
    /// one run.
    Uni<List<Run>> open(RunAddress runAddress, Caller caller) {
        return runAddress instanceof RunAddress.ById
                ? Uni.createFrom().item(List.of())
                : liveRunStore.open(base(backend(runAddress)), caller.id());
    }

    /// Lets another run take over from one of live traffic that is full.
    Uni<Run> succeed(Run full) {
        return liveRunStore.succeed(full);
    }

    private Uni<RunResolution> live(DialectRequest dialectRequest, Optional<String> backend) {
        return liveRunStore
                .open(
                        backend.map(RunResolver::proxySettings).orElse(defaultStub),
                        new LiveTraffic(base(backend), dialectRequest.day()),
                        client(dialectRequest.client()),
                        client(ClientProduct.UNKNOWN),
                        dialectRequest.caller().id())
                .map(RunResolution.Open::new);
    }

    private Optional<String> backend(RunAddress runAddress) {
        return switch (runAddress) {
            case RunAddress.Default() -> backends.standard();
            case RunAddress.Proxy(String name) -> Optional.of(name);
            case RunAddress.Stub _, RunAddress.ById _ -> Optional.empty();
        };
    }

    private static String base(Optional<String> backend) {
        return backend.map(name -> PROXY_BASE + name).orElse(STUB_BASE);
    }

    private static RunSettings.Client client(ClientProduct clientProduct) {
        return new RunSettings.Client(
                clientProduct.name(), clientProduct.version(), Optional.empty(), Optional.empty(), Optional.empty());
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

package dev.throughline.gateway;

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

/// Finds the run behind a base URL.
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

    private final Runs runs;

    Doors(Runs runs) {
        this.runs = runs;
    }

    Uni<Door> open(Base base) {
        return switch (base) {
            case Base.Default(), Base.Stub() ->
                runs.defaultRun(STUB_SLOT, DEFAULT_STUB).map(Door.Open::new);
            case Base.Proxy(String backend) -> closed(noBackend(backend));
            case Base.ById(String id) when !RunId.isValid(id) -> closed(noRunId());
            case Base.ById(String id) -> runs.behind(new RunId(id)).map(found -> door(found, id));
        };
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

    private static Failure noBackend(String name) {
        return Failure.of(
                FailureKind.NOT_FOUND,
                "There is no backend " + (RunId.isValid(name) ? name : "of this name")
                        + ". Configured backends: none. The stub answers at /stub/v1 (OpenAI)"
                        + " and /stub (Anthropic).");
    }
}

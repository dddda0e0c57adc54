package dev.throughline.gateway;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunSettings.LiveTraffic;
import dev.throughline.run.RunState;
import dev.throughline.run.lifecycle.LiveRunStore;
import dev.throughline.run.report.RunReportFactory;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// Ready once a report of live traffic was read, of a run that does not exist. Hibernate translates a query when it
/// first runs, on the event loop that asks, which blocks the loop for seconds on a busy machine: so the queries of that
/// report run before clients are sent here. Begins with the first check, since commands that start the service for
/// themselves ask for none.
@Readiness
@ApplicationScoped
class ReportWarmUpCheck implements AsyncHealthCheck {
    /// How long a check waits for it.
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final LiveTraffic NONE = new LiveTraffic("", LocalDate.EPOCH);
    private static final Run NOBODYS = new Run(
            new RunId("warm-up"),
            RunState.RUNNING,
            new RunSettings(
                    "",
                    RunMode.STUB,
                    Optional.empty(),
                    Optional.empty(),
                    ThinkingPolicy.PRESERVED,
                    StubSettings.defaults(),
                    0,
                    Duration.ZERO),
            0,
            Instant.EPOCH,
            Optional.empty(),
            new byte[32],
            Optional.empty(),
            false,
            false,
            Optional.empty(),
            true);

    private final Uni<Boolean> warmUp;
    private volatile boolean hasFailed;

    ReportWarmUpCheck(LiveRunStore runs, RunReportFactory reports) {
        this.warmUp = runs.ofDay(NONE, Optional.empty(), 1)
                .chain(() -> reports.jsonOf(NOBODYS, List.of(), ""))
                // On any event loop, not on that of the check.
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                .replaceWith(true)
                .onSubscription()
                .invoke(() -> hasFailed = false)
                .onFailure()
                .invoke(() -> hasFailed = true)
                .onFailure()
                .recoverWithItem(false)
                // The next check tries again.
                .memoize()
                .until(() -> hasFailed);
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return warmUp.ifNoItem()
                .after(PATIENCE)
                .recoverWithItem(false)
                .map(isWarm ->
                        HealthCheckResponse.named("reports").status(isWarm).build());
    }
}

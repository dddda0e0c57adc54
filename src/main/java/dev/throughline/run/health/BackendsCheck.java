package dev.throughline.run.health;

import dev.throughline.backend.Reachability;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/// Says which backends take connections. Always UP: a backend that is down is told to its clients, and is no reason to
/// take this service away from those of the others.
@Readiness
@ApplicationScoped
class BackendsCheck implements AsyncHealthCheck {
    private final Reachability backends;

    BackendsCheck(Reachability backends) {
        this.backends = backends;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return backends.now().map(BackendsCheck::answer);
    }

    private static HealthCheckResponse answer(Map<String, Boolean> found) {
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("backends").up();
        new TreeMap<>(found).forEach((name, takes) -> answer.withData(name, takes ? "reachable" : "unreachable"));
        return answer.build();
    }
}

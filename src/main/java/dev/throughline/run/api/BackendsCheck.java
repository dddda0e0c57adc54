package dev.throughline.run.api;

import dev.throughline.access.AccessControl;
import dev.throughline.access.Scope;
import dev.throughline.backend.Reachability;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/// Reports which backends accept connections. Always UP: clients of an unreachable backend are informed by
/// their responses, and the service remains available to clients of the others. Where keys are required,
/// only the numbers of backends are reported, since the check needs no key.
@Readiness
@ApplicationScoped
class BackendsCheck implements AsyncHealthCheck {
    private final Reachability backends;
    private final boolean tellsNames;

    BackendsCheck(Reachability backends, AccessControl accessControl) {
        this.backends = backends;
        this.tellsNames = accessControl.unidentified().needs(Scope.READ).isEmpty();
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return backends.now().map(this::answer);
    }

    private HealthCheckResponse answer(Map<String, Boolean> found) {
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("backends").up();
        if (tellsNames) {
            new TreeMap<>(found).forEach((name, takes) -> answer.withData(name, takes ? "reachable" : "unreachable"));
        } else {
            long reachable = found.values().stream().filter(takes -> takes).count();
            answer.withData("reachable", reachable).withData("unreachable", found.size() - reachable);
        }
        return answer.build();
    }
}

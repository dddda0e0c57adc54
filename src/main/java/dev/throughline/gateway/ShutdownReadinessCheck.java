package dev.throughline.gateway;

import dev.throughline.gateway.admission.InFlightAnswers;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// Ready until shutdown begins: from then on no answers are started, and a load balancer should use another
/// instance.
@Readiness
@ApplicationScoped
class ShutdownReadinessCheck implements AsyncHealthCheck {
    private final InFlightAnswers inFlightAnswers;

    ShutdownReadinessCheck(InFlightAnswers inFlightAnswers) {
        this.inFlightAnswers = inFlightAnswers;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.createFrom()
                .item(HealthCheckResponse.named("answers")
                        .status(!inFlightAnswers.isStopping())
                        .withData("underWay", inFlightAnswers.count())
                        .build());
    }
}

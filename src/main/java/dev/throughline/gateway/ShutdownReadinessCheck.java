package dev.throughline.gateway;

import dev.throughline.gateway.admission.InFlightAnswers;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// Ready until shutdown begins: from then on no answers are started, and a load balancer should use another
/// instance.
@Readiness
@ApplicationScoped
class ShutdownReadinessCheck implements HealthCheck {
    private final InFlightAnswers inFlightAnswers;

    ShutdownReadinessCheck(InFlightAnswers inFlightAnswers) {
        this.inFlightAnswers = inFlightAnswers;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("answers")
                .status(!inFlightAnswers.isStopping())
                .withData("underWay", inFlightAnswers.count())
                .build();
    }
}

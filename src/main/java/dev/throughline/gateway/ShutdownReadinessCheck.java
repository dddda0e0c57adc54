package dev.throughline.gateway;

import dev.throughline.gateway.admission.InFlightAnswers;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// Ready until the service is told to stop: from then on it begins no answers, and a balancer should ask another one.
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

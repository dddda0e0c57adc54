package dev.throughline.gateway;

import dev.throughline.gateway.admission.UnderWay;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// Ready until the service is told to stop: from then on it begins no answers, and a balancer should ask another one.
@Readiness
@ApplicationScoped
class AnswersCheck implements HealthCheck {
    private final UnderWay underWay;

    AnswersCheck(UnderWay underWay) {
        this.underWay = underWay;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("answers")
                .status(!underWay.isStopping())
                .withData("underWay", underWay.count())
                .build();
    }
}

package dev.throughline.access;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// Ready once there is a key, where keys are needed: without one nobody could be answered.
@Readiness
@ApplicationScoped
class KeysCheck implements AsyncHealthCheck {
    private final AccessControl accessControl;

    KeysCheck(AccessControl accessControl) {
        this.accessControl = accessControl;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.createFrom()
                .item(
                        accessControl.hasNoKey()
                                ? HealthCheckResponse.named("keys")
                                        .down()
                                        .withData(
                                                "reason",
                                                "no key exists: create one (throughline keys create --scope admin)")
                                        .build()
                                : HealthCheckResponse.up("keys"));
    }
}

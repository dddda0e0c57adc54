package dev.throughline.run.api;

import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.interceptor.Interceptor;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Startup;

/// Live while the process responds at all; liveness does not depend on the database or backends, since a
/// restart would not repair them. Started once all start-up work is done.
@ApplicationScoped
class ProcessCheck {
    private static final int LAST = Interceptor.Priority.PLATFORM_AFTER;

    private final String version;
    private volatile boolean isStarted;

    ProcessCheck(@ConfigProperty(name = "quarkus.application.version") String version) {
        this.version = version;
    }

    void started(@Observes @Priority(LAST) StartupEvent event) {
        isStarted = true;
    }

    @Produces
    @Liveness
    HealthCheck live() {
        return () -> HealthCheckResponse.named("process")
                .up()
                .withData("version", version)
                .build();
    }

    @Produces
    @Startup
    HealthCheck start() {
        return () -> HealthCheckResponse.named("start").status(isStarted).build();
    }
}

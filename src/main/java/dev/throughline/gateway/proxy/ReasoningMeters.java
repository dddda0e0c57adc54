package dev.throughline.gateway.proxy;

import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.ReasoningState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/// Metrics of how many models of each backend have a known place of reasoning, computed on demand.
@ApplicationScoped
class ReasoningMeters {
    private final MeterRegistry registry;
    private final Backends backends;

    ReasoningMeters(MeterRegistry registry, Backends backends) {
        this.registry = registry;
        this.backends = backends;
    }

    void register(@Observes StartupEvent started) {
        backends.names().stream().flatMap(name -> backends.find(name).stream()).forEach(this::register);
    }

    private void register(HttpBackend backend) {
        for (ReasoningState state : ReasoningState.values()) {
            if (state != ReasoningState.INLINE) {
                Gauge.builder(
                                "throughline.reasoning.models",
                                backend,
                                one -> one.modelReasoningStates().count(state))
                        .tag("backend", backend.name())
                        .tag("state", state.id())
                        .description("Models whose reasoning placement was learnt (reasoning-in=auto).")
                        .register(registry);
            }
        }
    }
}

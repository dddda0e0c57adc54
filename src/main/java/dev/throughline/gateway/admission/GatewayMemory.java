package dev.throughline.gateway.admission;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Context;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/// The memory budget of this process, and its metrics.
@Singleton
public class GatewayMemory {
    private static final int PART_OF_HEAP = 4;

    private final MemoryBudget budget;
    private final Duration waitTimeout;
    private final long maxAnswer;

    GatewayMemory(MemorySettings settings) {
        long bytes = settings.budget()
                .map(MemorySize::asLongValue)
                .orElse(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        this.budget = new MemoryBudget(bytes, settings.maxWaiting());
        this.waitTimeout = settings.waitTimeout();
        this.maxAnswer = settings.maxAnswer().asLongValue();
    }

    /// A reservation that holds nothing yet.
    /// @param payer the key, or the address where no key was shown
    public MemoryReservation reservation(Context loop, String payer) {
        return new MemoryReservation(budget, loop, payer, waitTimeout);
    }

    /// The budget itself.
    public MemoryBudget budget() {
        return budget;
    }

    /// Largest answer that is gathered as a whole. Unit: bytes.
    public long maxAnswer() {
        return maxAnswer;
    }

    void register(@Observes StartupEvent started, MeterRegistry registry) {
        Gauge.builder("throughline.gateway.memory.held", budget, MemoryBudget::held)
                .description("Heap that request bodies and gathered answers are taken to need.")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("throughline.gateway.memory.capacity", budget, MemoryBudget::capacity)
                .description("Heap that they may take.")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("throughline.gateway.memory.waiting", budget, MemoryBudget::waiting)
                .description("Requests and answers that wait for a part of it.")
                .register(registry);
        FunctionCounter.builder("throughline.gateway.memory.refused", budget, MemoryBudget::refused)
                .description("Requests and answers that got none in time.")
                .register(registry);
    }
}

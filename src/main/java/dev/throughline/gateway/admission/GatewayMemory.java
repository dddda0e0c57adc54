package dev.throughline.gateway.admission;

import dev.throughline.access.ClientNetwork;
import dev.throughline.access.KeyId;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;

/// The memory budget of this process, and its metrics.
@Singleton
public class GatewayMemory {
    private static final int PART_OF_HEAP = 4;
    private static final int KNOWN_PART_OF_HEAP = 8;
    private static final long KIBIBYTE = 1024;
    private static final long MEBIBYTE = KIBIBYTE * KIBIBYTE;
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private final MemoryBudget budget;
    private final Duration waitTimeout;
    private final long maxAnswer;
    private final long knownRequests;

    GatewayMemory(MemorySettings settings) {
        long heap = Runtime.getRuntime().maxMemory();
        settings.budget().ifPresent(budget -> check("budget", budget, MEBIBYTE, heap));
        settings.knownRequests().ifPresent(known -> check("known-requests", known, 0, heap));
        check("max-answer", settings.maxAnswer(), KIBIBYTE, KIBIBYTE * MEBIBYTE);
        if (settings.waitTimeout().isNegative() || settings.waitTimeout().compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("throughline.gateway.memory.wait-timeout: expected 0 s to one hour,"
                    + " expected, found " + settings.waitTimeout());
        }
        long bytes = settings.budget().map(MemorySize::asLongValue).orElse(heap / PART_OF_HEAP);
        this.budget = new MemoryBudget(bytes, settings.maxWaiting());
        this.knownRequests =
                settings.knownRequests().map(MemorySize::asLongValue).orElse(heap / KNOWN_PART_OF_HEAP);
        this.waitTimeout = settings.waitTimeout();
        this.maxAnswer = settings.maxAnswer().asLongValue();
    }

    private static void check(String name, MemorySize value, long least, long most) {
        BigInteger bytes = value.asBigInteger();
        if (bytes.compareTo(BigInteger.valueOf(least)) < 0 || bytes.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new IllegalArgumentException("throughline.gateway.memory." + name + ": from " + least + " to " + most
                    + " bytes was expected, found " + bytes);
        }
    }

    /// A reservation that holds nothing yet, charged to the key of a request or, without one, to its address.
    public MemoryReservation reservation(Context loop, Optional<KeyId> key, HttpServerRequest request) {
        String payer = key.map(KeyId::value).orElseGet(() -> ClientNetwork.of(request));
        return new MemoryReservation(budget, loop, payer, waitTimeout);
    }

    /// Heap bytes for requests whose beginning a later one may have as well.
    public long knownRequests() {
        return knownRequests;
    }

    /// The budget itself.
    public MemoryBudget budget() {
        return budget;
    }

    /// Maximum size of an answer that is kept in memory. Unit: bytes.
    public long maxAnswer() {
        return maxAnswer;
    }

    void register(@Observes StartupEvent started, MeterRegistry registry) {
        Gauge.builder("throughline.gateway.memory.held", budget, MemoryBudget::held)
                .description("Estimated heap use of request bodies and buffered answers.")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("throughline.gateway.memory.capacity", budget, MemoryBudget::capacity)
                .description("Heap budget of request bodies and buffered answers.")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("throughline.gateway.memory.waiting", budget, MemoryBudget::waiting)
                .description("Requests and answers waiting for memory.")
                .register(registry);
        FunctionCounter.builder("throughline.gateway.memory.refused", budget, MemoryBudget::refused)
                .description("Requests and answers that were refused for lack of memory.")
                .register(registry);
    }
}

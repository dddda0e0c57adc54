package dev.throughline.gateway.admission;

import dev.throughline.run.RunId;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.DialectCodec;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;

/// Reads what requests refer to, within the memory budget.
@Singleton
public record HeldHistories(
        ExchangeStore exchangeStore, GatewaySettings settings, RequestWorkers workers, GatewayMemory memory) {
    /// The history of one request; charged in the same way as its body.
    public HeldHistory of(DialectRequest dialectRequest, RunId run, DialectCodec codec) {
        MemoryReservation reservation = dialectRequest.reservation(memory);
        dialectRequest.holdsBody(reservation::release);
        return new HeldHistory(
                exchangeStore,
                run,
                codec,
                settings.maxBody().asLongValue(),
                workers,
                bytes -> reserve(dialectRequest, reservation, bytes));
    }

    /// Completes when the bytes are reserved, or with the reason why they are not. Callable from any thread.
    private static Uni<Optional<Failure>> reserve(DialectRequest dialectRequest, MemoryReservation memory, long bytes) {
        return Uni.createFrom()
                .emitter(done -> dialectRequest.loop().runOnContext(_ -> {
                    if (memory.canGrow(bytes)) {
                        memory.grow(
                                bytes,
                                () -> done.complete(Optional.empty()),
                                () -> done.complete(Optional.of(RefusalFactory.noMemory())));
                    } else {
                        done.complete(Optional.of(RefusalFactory.tooHeavy(bytes)));
                    }
                }));
    }
}

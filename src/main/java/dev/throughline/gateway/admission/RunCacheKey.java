package dev.throughline.gateway.admission;

import dev.throughline.access.KeyId;
import dev.throughline.client.ClientProduct;
import java.time.LocalDate;
import java.util.Optional;

/// The cache key of a run: a base URL; for a default one also what makes it the caller's own.
record RunCacheKey(RunAddress base, Optional<Sender> sender) {
    /// The client of a key on one day (UTC), which has its own runs on default URLs.
    record Sender(Optional<KeyId> key, ClientProduct client, LocalDate day) {}

    static RunCacheKey of(DialectRequest dialectRequest) {
        RunAddress runAddress = dialectRequest.runBase();
        return switch (runAddress) {
            case RunAddress.ById _ -> new RunCacheKey(runAddress, Optional.empty());
            case RunAddress.Default _, RunAddress.Stub _, RunAddress.Proxy _ ->
                new RunCacheKey(
                        runAddress,
                        Optional.of(new Sender(
                                dialectRequest.caller().id(), dialectRequest.client(), dialectRequest.day())));
        };
    }
}

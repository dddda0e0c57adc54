package dev.throughline.gateway.admission;

import dev.throughline.access.KeyId;
import dev.throughline.gateway.route.RunAddress;
import java.util.Optional;

/// The cache key of a run: a base URL and the caller's key, since each key has its own default runs.
record RunCacheKey(RunAddress base, Optional<KeyId> key) {
    static RunCacheKey of(DialectRequest dialectRequest) {
        RunAddress runAddress = dialectRequest.runBase();
        return switch (runAddress) {
            case RunAddress.ById _ -> new RunCacheKey(runAddress, Optional.empty());
            case RunAddress.Default _, RunAddress.Stub _, RunAddress.Proxy _ ->
                new RunCacheKey(runAddress, dialectRequest.caller().id());
        };
    }
}

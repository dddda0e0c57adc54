package dev.throughline.gateway.admission;

import dev.throughline.access.KeyId;
import dev.throughline.gateway.route.RunAddress;
import java.util.Optional;

/// Where a run stands: behind a base URL, which leads each key to a run of its own unless it names the run.
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

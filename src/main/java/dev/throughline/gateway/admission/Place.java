package dev.throughline.gateway.admission;

import dev.throughline.access.KeyId;
import dev.throughline.gateway.route.Base;
import java.util.Optional;

/// Where a run stands: behind a base URL, which leads each key to a run of its own unless it names the run.
record Place(Base base, Optional<KeyId> key) {
    static Place of(Call call) {
        Base base = call.runBase();
        return switch (base) {
            case Base.ById _ -> new Place(base, Optional.empty());
            case Base.Default _, Base.Stub _, Base.Proxy _ ->
                new Place(base, call.caller().id());
        };
    }
}

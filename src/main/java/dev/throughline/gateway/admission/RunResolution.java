package dev.throughline.gateway.admission;

import dev.throughline.run.Run;
import dev.throughline.stream.StreamEvent.Failure;

/// The result of resolving a base URL: a run, or the reason why there is none.
sealed interface RunResolution {
    record Open(Run run) implements RunResolution {}

    record Closed(Failure failure) implements RunResolution {}
}

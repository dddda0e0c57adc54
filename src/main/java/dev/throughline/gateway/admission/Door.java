package dev.throughline.gateway.admission;

import dev.throughline.run.Run;
import dev.throughline.stream.StreamEvent.Failure;

/// What stands behind a base URL: a run, or the reason why there is none.
sealed interface Door {
    record Open(Run run) implements Door {}

    record Closed(Failure failure) implements Door {}
}

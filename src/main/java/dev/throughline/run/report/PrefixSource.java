package dev.throughline.run.report;

import dev.throughline.run.Run;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/// Finds what the requests of a run lost of a prefix cache. Rendering a prompt is not this package's
/// work, so that
/// whoever can render brings it.
public interface PrefixSource {
    /// Compares the first requests of a run, a bounded number of them.
    ///
    /// @return empty where no request continues another one; never fails
    Uni<Optional<PrefixTally>> of(Run run);
}

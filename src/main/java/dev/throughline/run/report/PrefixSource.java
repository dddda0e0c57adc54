package dev.throughline.run.report;

import dev.throughline.run.Run;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/// Finds what the requests of a run lost of a prefix cache. Implemented by a package that can render
/// prompts, since this one cannot.
public interface PrefixSource {
    /// Compares the first requests of a run, up to a limit.
    ///
    /// @return empty if no request continues another one; never fails
    Uni<Optional<PrefixTally>> of(Run run);
}

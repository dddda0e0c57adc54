package dev.throughline.run;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/// The runs: opened, found behind a URL, reset, sealed, deleted.
@ApplicationScoped
public class Runs {

    /// Opens a run.
    public Uni<Run> create(RunSettings settings) {
        throw new UnsupportedOperationException();
    }

    /// The run with this very id.
    public Uni<Optional<Run>> find(RunId id) {
        throw new UnsupportedOperationException();
    }

    /// The run that now stands behind `/r/{id}`: the run itself, or the one that a reset put in its place.
    public Uni<Optional<Run>> behind(RunId id) {
        throw new UnsupportedOperationException();
    }

    /// The run behind a default URL, opened on first use.
    /// @param slot `stub`, or the name of a backend
    public Uni<Run> defaultRun(String slot, RunSettings settings) {
        throw new UnsupportedOperationException();
    }

    /// Seals a run and puts a fresh one with the same settings behind the same URL.
    public Uni<Run> reset(RunId id) {
        throw new UnsupportedOperationException();
    }

    /// Seals a run; sealing twice changes nothing.
    public Uni<Run> seal(RunId id) {
        throw new UnsupportedOperationException();
    }

    /// Deletes a run with everything recorded for it.
    public Uni<Boolean> delete(RunId id) {
        throw new UnsupportedOperationException();
    }

    /// Runs, newest first.
    /// @param before only runs with a smaller id
    public Uni<List<Run>> list(RunFilter filter, Optional<RunId> before, int limit) {
        throw new UnsupportedOperationException();
    }
}

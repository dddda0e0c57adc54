package dev.throughline.run.lifecycle;

import dev.throughline.run.RunMode;
import dev.throughline.run.RunState;
import java.util.Optional;

/// Selects the runs of a list; an empty field selects all.
public record RunFilter(
        Optional<RunState> state,
        Optional<RunMode> mode,
        Optional<String> client,
        Optional<String> version,
        Optional<String> label) {}

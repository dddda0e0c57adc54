package dev.throughline.run;

import java.util.Optional;

/// Which runs a list shows; an empty field shows all.
public record RunFilter(
        Optional<RunState> state,
        Optional<RunMode> mode,
        Optional<String> client,
        Optional<String> version,
        Optional<String> label) {}

package dev.throughline.run.lifecycle;

import dev.throughline.run.Run;
import dev.throughline.verdict.Verdict;
import java.util.Optional;

/// A run in a list, with the verdict that was stored when it was sealed; empty for an open run.
public record FoundRun(Run run, Optional<Verdict> verdict) {}

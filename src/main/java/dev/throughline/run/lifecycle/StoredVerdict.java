package dev.throughline.run.lifecycle;

import dev.throughline.run.RunTally;
import dev.throughline.verdict.RunScore;

/// The verdict of a run as it was stored when the run was sealed.
public record StoredVerdict(RunScore score, RunTally tally) {}

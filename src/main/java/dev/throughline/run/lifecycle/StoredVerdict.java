package dev.throughline.run.lifecycle;

import dev.throughline.run.RunTally;
import dev.throughline.verdict.RunScore;

/// The verdict of a run as it was stored when the run was sealed.
///
/// @param tally without exchanges in verdicts of earlier versions
public record StoredVerdict(RunScore score, RunTally tally) {}

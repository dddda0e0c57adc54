/// Training samples from recorded runs: one row for each branch of a conversation, with its provenance.
///
/// In: a run and a `TrainingExportRequest`. Out: rows as JSON, one at a time, and a `TrainingSummary`.
/// Blocking; not for event loops. Called by `run.training.api` and `cli`.
@NullMarked
package dev.throughline.run.training;

import org.jspecify.annotations.NullMarked;

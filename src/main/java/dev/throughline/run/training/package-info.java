/// Training samples from recorded runs: one row for each branch of a conversation, with its provenance.
///
/// In: a run and a `TrainingExportRequest`. Out: rows as JSON, one at a time, and a `TrainingSummary`.
/// Blocking; not for event loops. Also the resource `/api/v1/runs/{run}/training`. Called by `cli`.
@NullMarked
package dev.throughline.run.training;

import org.jspecify.annotations.NullMarked;

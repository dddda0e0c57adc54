/// Training samples from recorded runs: one row for each branch of a conversation, with where it came
/// from.
///
/// In: a recorded run and a [dev.throughline.training.TrainingOrder]. Out: rows as JSON, one at a time,
/// and a [dev.throughline.training.TrainingSummary] that a dataset card is written from. A package beside
/// `run`, not in it: rows need the prompts of `prompt`, which reads runs itself. Called by its `api`
/// and by `cli`. Blocks; not for event loops.
@NullMarked
package dev.throughline.training;

import org.jspecify.annotations.NullMarked;

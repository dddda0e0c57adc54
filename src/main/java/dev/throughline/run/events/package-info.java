/// Live events of runs, in any process that shares the database.
///
/// In: the name of a run that changed. Out: a `Multi` of `RunEvent`s for each subscriber. Only names travel by
/// LISTEN/NOTIFY; what changed is read from the database. Called by `run.exchange` and `run.lifecycle` (a run
/// changed), `run.api` (subscribers) and `telemetry` (how many).
@NullMarked
package dev.throughline.run.events;

import org.jspecify.annotations.NullMarked;

/// Live events of runs, in any process that shares the database.
///
/// In: the id of a run that changed. Out: a `Multi` of `RunEvent`s for each subscriber. Only ids are sent
/// by LISTEN/NOTIFY; the changes are read from the database. Called by `run.exchange` and `run.lifecycle`
/// (a run changed), `run.api` (subscribers) and `telemetry` (number of subscribers).
@NullMarked
package dev.throughline.run.events;

import org.jspecify.annotations.NullMarked;

/// Writes the events of all exchanges to the database in bounded batches and reads them back; owns the token tables.
///
/// In: events of an exchange on its event loop (`ExchangeJournal`), and the exchange's end. Out: commits, in
/// order for each exchange; pause and resume for the source; recorded tokens. When full, sources are paused;
/// nothing is dropped silently. Called by `run.exchange`, by `gateway` (opens a journal per exchange), and for
/// its figures by `run.report`, `run.api` and `telemetry`.
@NullMarked
package dev.throughline.run.journal;

import org.jspecify.annotations.NullMarked;

/// The counts of open runs that are large, kept up to an exchange and brought up to date from the exchanges since, so
/// that a report costs what is new since the last one.
///
/// In: the rows of exchanges, items and observations. Out: the score and the tally that reading everything gives.
/// Owns the table `run_tally`. Called by `run.report` and `run.lifecycle`; reads the tables of `run.exchange`.
@NullMarked
package dev.throughline.run.tally;

import org.jspecify.annotations.NullMarked;

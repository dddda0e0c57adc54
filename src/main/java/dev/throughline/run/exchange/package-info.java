/// The exchanges of runs: admitted (numbered, with the history that the request may refer to), begun, ended,
/// read.
///
/// In: a request's lookup keys, an `ExchangeStart`, an `ExchangeEnd`. Out: an `Admission`; recorded exchanges,
/// bodies and answers. Owns the tables `exchange`, `exchange_body`, `item` and `observation`. Called by
/// `gateway`, `run.lifecycle`, and everything that reads exchanges; calls `run.journal` and `run.events`.
@NullMarked
package dev.throughline.run.exchange;

import org.jspecify.annotations.NullMarked;

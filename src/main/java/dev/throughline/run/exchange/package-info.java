/// The exchanges of runs: admits (numbers, with the history that the request may refer to), starts, ends
/// and reads them.
///
/// In: a request's lookup keys, an `ExchangeStart`, an `ExchangeEnd`. Out: an `Admission`; recorded exchanges, bodies
/// and answers. Owns the tables `exchange`, `exchange_body`, `item`, `observation` and `model_field`. Called by
/// `gateway`, `run.lifecycle`, and all code that reads exchanges; calls `run.journal` and `run.events`.
@NullMarked
package dev.throughline.run.exchange;

import org.jspecify.annotations.NullMarked;

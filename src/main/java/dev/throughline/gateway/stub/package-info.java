/// Requests that the scripted backend answers: planned, recorded, then produced through `answer`, with the
/// faults requested for the run. In: an `ExchangeContext` of a stub run. Called by `gateway` only.
@NullMarked
package dev.throughline.gateway.stub;

import org.jspecify.annotations.NullMarked;

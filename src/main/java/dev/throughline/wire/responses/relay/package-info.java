/// Responses answers of a backend to a Responses client: events as received where the filters changed nothing,
/// rewritten where they did; signatures added to reasoning. In: frames with the events that passed. Out:
/// frames. What is made or changed is written by `answer`, as for any client; here is decided which item of the
/// backend it belongs to. Called by the dialect's backend codec; may import `answer`.
@NullMarked
package dev.throughline.wire.responses.relay;

import org.jspecify.annotations.NullMarked;

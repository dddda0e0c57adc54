/// Conversations that clients name instead of sending: put together from the record as the client would have sent them.
///
/// Reads a run's answers through `run.Exchanges`; used by the gateway only.
@NullMarked
package dev.throughline.gateway.held;

import org.jspecify.annotations.NullMarked;

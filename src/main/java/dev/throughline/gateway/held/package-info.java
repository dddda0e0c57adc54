/// Conversations that clients refer to instead of sending: rebuilt from the recorded run as the client
/// would have sent them.
///
/// Reads a run's answers through `run.exchange`; called by the gateway only.
@NullMarked
package dev.throughline.gateway.held;

import org.jspecify.annotations.NullMarked;

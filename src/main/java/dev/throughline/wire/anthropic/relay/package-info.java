/// Anthropic answers of a backend to an Anthropic client: frames as received where the filters changed nothing,
/// rewritten where they did; signatures added to reasoning. In: frames with the events that passed. Out:
/// frames. Called by the dialect's backend codec; may import `answer` and `request`.
@NullMarked
package dev.throughline.wire.anthropic.relay;

import org.jspecify.annotations.NullMarked;

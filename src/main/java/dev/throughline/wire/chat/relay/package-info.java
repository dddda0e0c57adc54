/// Chat answers of a backend to a chat client: frames as received where the filters changed nothing, rewritten
/// where they did. In: frames with the events that passed. Out: frames. Called by the dialect's backend codec;
/// may import `answer`.
@NullMarked
package dev.throughline.wire.chat.relay;

import org.jspecify.annotations.NullMarked;

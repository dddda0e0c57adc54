/// Anthropic Messages: request → `Conversation`, `StreamEvent` → message and content block events or one `message`.
@NullMarked
package dev.throughline.wire.anthropic;

import org.jspecify.annotations.NullMarked;

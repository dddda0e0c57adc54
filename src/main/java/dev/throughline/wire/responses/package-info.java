/// OpenAI Responses: request → `Conversation`, `StreamEvent` → `response.*` events or one `response`.
@NullMarked
package dev.throughline.wire.responses;

import org.jspecify.annotations.NullMarked;

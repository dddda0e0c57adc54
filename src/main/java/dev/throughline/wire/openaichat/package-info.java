/// OpenAI Chat Completions: request → `Conversation`, `StreamEvent` → `chat.completion.chunk` frames or one
/// `chat.completion`.
@NullMarked
package dev.throughline.wire.openaichat;

import org.jspecify.annotations.NullMarked;

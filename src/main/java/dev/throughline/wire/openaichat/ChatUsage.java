package dev.throughline.wire.openaichat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.StreamEvent.Usage;

/// Reads the `usage` of a chat backend.
final class ChatUsage {
    private ChatUsage() {}

    static Usage read(JsonNode usage) {
        JsonNode cached = usage.path("prompt_tokens_details").path("cached_tokens");
        return new Usage(
                usage.path("prompt_tokens").asInt(),
                usage.path("completion_tokens").asInt(),
                cached.isMissingNode() ? usage.path("prompt_cache_hit_tokens").asInt() : cached.asInt(),
                usage.path("completion_tokens_details").path("reasoning_tokens").asInt());
    }
}

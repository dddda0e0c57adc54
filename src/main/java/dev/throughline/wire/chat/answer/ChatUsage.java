package dev.throughline.wire.chat.answer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.TokenCountReader;

/// Reads the `usage` of a chat backend.
final class ChatUsage {
    private ChatUsage() {}

    static Usage read(JsonNode usage) {
        var counts = new TokenCountReader();
        JsonNode cached = usage.path("prompt_tokens_details").path("cached_tokens");
        int input = counts.read(usage.path("prompt_tokens"), "prompt_tokens");
        int output = counts.read(usage.path("completion_tokens"), "completion_tokens");
        int fromCache = cached.isMissingNode()
                ? counts.read(usage.path("prompt_cache_hit_tokens"), "prompt_cache_hit_tokens")
                : counts.read(cached, "cached_tokens");
        int reasoning =
                counts.read(usage.path("completion_tokens_details").path("reasoning_tokens"), "reasoning_tokens");
        return new Usage(input, output, fromCache, reasoning, counts.refused());
    }
}

package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.TokenCountReader;
import java.util.List;

/// Reads the `usage` of a chat backend.
final class ChatUsage {
    /// Where servers count tokens read from a cache: OpenAI, DeepSeek, gateways in front of Anthropic, Moonshot.
    private static final List<String> READ = List.of(
            "/prompt_tokens_details/cached_tokens",
            "/prompt_cache_hit_tokens",
            "/cache_read_input_tokens",
            "/cached_tokens");

    /// Where they count those written to one: OpenAI and OpenRouter, gateways in front of Anthropic.
    private static final List<String> WRITTEN = List.of(
            "/prompt_tokens_details/cache_write_tokens",
            "/prompt_tokens_details/cache_creation_tokens",
            "/cache_creation_input_tokens",
            "/cache_write_tokens");

    private ChatUsage() {}

    private static int first(TokenCountReader counts, JsonNode usage, List<String> places) {
        for (String place : places) {
            JsonNode count = usage.at(place);
            if (!count.isMissingNode() && !count.isNull()) {
                return counts.read(count, place.substring(place.lastIndexOf('/') + 1));
            }
        }
        return 0;
    }

    static Usage read(JsonNode usage) {
        var counts = new TokenCountReader();
        int input = counts.read(usage.path("prompt_tokens"), "prompt_tokens");
        int output = counts.read(usage.path("completion_tokens"), "completion_tokens");
        int fromCache = first(counts, usage, READ);
        int toCache = first(counts, usage, WRITTEN);
        int reasoning =
                counts.read(usage.path("completion_tokens_details").path("reasoning_tokens"), "reasoning_tokens");
        return new Usage(input, output, fromCache, reasoning, toCache, counts.refused());
    }
}

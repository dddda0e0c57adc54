package dev.throughline.trace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Dialect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// What a request said besides its history; kept as evidence.
///
/// @param params the known spellings of thinking parameters that it sent, by JSON pointer, with their values
/// @param sessionKey the client's own name for its session, where it sends one
/// @param clearThinking what the request itself asks for, where it does
/// @param bodyHash SHA-256 (hex) of the body, to recognise an identical resend
/// @param retryOf the earlier exchange with the same body whose answer failed or was not used
/// @param foreignTokens trace tokens in the request that belong to another run, with where they stood
public record RequestFacts(
        Dialect dialect,
        String model,
        RequestKind kind,
        int messages,
        int assistantMessages,
        int userTurns,
        int tools,
        Map<String, JsonNode> params,
        Optional<String> sessionKey,
        Optional<Boolean> clearThinking,
        String bodyHash,
        OptionalInt retryOf,
        List<ForeignToken> foreignTokens) {
    public RequestFacts {
        params = Map.copyOf(params);
        foreignTokens = List.copyOf(foreignTokens);
    }

    /// A trace token of another run.
    public record ForeignToken(String token, String path, String run) {}
}

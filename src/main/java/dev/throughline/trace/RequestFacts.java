package dev.throughline.trace;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The content of a request besides its history; kept as evidence.
///
/// @param params the known thinking parameters that it sent, by JSON pointer, with their values
/// @param sessionKey the client's own session id, if it sends one
/// @param clearThinking whether the request asks to clear thinking, if it says so
/// @param bodyHash SHA-256 (hex) of the body, for recognizing an identical retry; read from JSON but not written, as
///     a separate column records it
/// @param retryOf the earlier exchange with the same body whose answer failed or was not used
/// @param foreignTokens trace tokens in the request that belong to another run, with their locations
/// @param prefix what it shows of the parts that a client must not rewrite; empty if not examined
/// @param compaction the summary that it holds in place of earlier answers, if any
public record RequestFacts(
        Dialect dialect,
        String model,
        RequestKind kind,
        int messages,
        int assistantMessages,
        int userTurns,
        int tools,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        Map<String, JsonNode> params,

        Optional<String> sessionKey,
        Optional<Boolean> clearThinking,

        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        String bodyHash,

        OptionalInt retryOf,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<ForeignToken> foreignTokens,

        Optional<PrefixFacts> prefix,
        Optional<Compaction> compaction) {
    public RequestFacts {
        params = Map.copyOf(params);
        foreignTokens = List.copyOf(foreignTokens);
    }

    /// The same facts with those about the prefix.
    public RequestFacts with(Optional<PrefixFacts> seen) {
        return with(seen, compaction);
    }

    /// The same facts with a summary.
    public RequestFacts with(Compaction found) {
        return with(prefix, Optional.of(found));
    }

    private RequestFacts with(Optional<PrefixFacts> seen, Optional<Compaction> found) {
        return new RequestFacts(
                dialect,
                model,
                kind,
                messages,
                assistantMessages,
                userTurns,
                tools,
                params,
                sessionKey,
                clearThinking,
                bodyHash,
                retryOf,
                foreignTokens,
                seen,
                found);
    }

    /// A message with a summary in place of earlier answers.
    /// @param path its JSON pointer
    public record Compaction(Role role, String path) {
        /// The message that holds the summary, in words.
        public String holder() {
            return switch (role) {
                case USER -> "a user message";
                case SYSTEM -> "the system prompt";
                case ASSISTANT -> "an assistant message";
                case TOOL -> "a tool result";
            };
        }
    }

    /// Whether the servers of its dialect verify every byte of what they issued.
    public boolean demandsBytes() {
        return dialect != Dialect.OPENAI_CHAT;
    }

    /// A trace token of another run.
    public record ForeignToken(String token, String path, String run) {}
}

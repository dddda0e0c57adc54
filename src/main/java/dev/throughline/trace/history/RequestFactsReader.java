package dev.throughline.trace.history;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestFacts.ForeignToken;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.match.UserTurnDetector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Collects what a request contains besides its history.
final class RequestFactsReader {
    private static final int LONGEST_KEY = 200;
    private static final JsonPointer USER = JsonPointer.compile("/metadata/user_id");
    private static final JsonPointer CACHE_KEY = JsonPointer.compile("/prompt_cache_key");

    private RequestFactsReader() {}

    static RequestFacts read(
            RequestIndex requestIndex,
            String bodyHash,
            Map<String, String> headers,
            RunHistory history,
            HistoryIndex index) {
        return read(
                requestIndex.request(),
                bodyHash,
                headers,
                retryOf(index.body(bodyHash)),
                foreign(requestIndex, history));
    }

    static RequestFacts read(
            Conversation request,
            String bodyHash,
            Map<String, String> headers,
            OptionalInt retryOf,
            List<ForeignToken> foreignTokens) {
        return new RequestFacts(
                request.dialect(),
                request.model(),
                RequestClassifier.of(request),
                request.messages().size(),
                count(request, Role.ASSISTANT),
                UserTurnDetector.count(request.messages()),
                request.tools().size(),
                ThinkingParams.of(request.body()),
                sessionKey(request, headers),
                ThinkingParams.clearThinking(request.body()),
                bodyHash,
                retryOf,
                foreignTokens,
                Optional.empty(),
                Optional.empty());
    }

    private static int count(Conversation request, Role role) {
        int count = 0;
        for (Message message : request.messages()) {
            count += message.role() == role ? 1 : 0;
        }
        return count;
    }

    private static Optional<String> sessionKey(Conversation request, Map<String, String> headers) {
        return headers.values().stream()
                .findFirst()
                .or(() -> text(request, USER))
                .or(() -> text(request, CACHE_KEY))
                .map(key -> key.substring(0, Math.min(LONGEST_KEY, key.length())));
    }

    private static Optional<String> text(Conversation request, JsonPointer pointer) {
        JsonNode value = request.body().at(pointer);
        return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
    }

    private static OptionalInt retryOf(List<TracedExchange> same) {
        return same.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(same.getLast().number());
    }

    private static List<ForeignToken> foreign(RequestIndex requestIndex, RunHistory history) {
        List<ForeignToken> found = new ArrayList<>();
        history.foreignTokens()
                .forEach((token, run) -> requestIndex
                        .withToken(token)
                        .forEach(spot ->
                                found.add(new ForeignToken(token, spot.part().path(), run))));
        return found;
    }

    /// Recognizes requests that are not part of a conversation, by the behavior of known clients (Claude Code 1
    /// and 2, opencode 0.5 to 1.18): titles, topic and command checks without tools, quota pings, cache
    /// warm-ups.
    static final class RequestClassifier {
        private static final int HEAD = 4_000;
        private static final List<String> ERRANDS = List.of(
                "title generator",
                "generate a title",
                "generate a short title",
                "generate a concise",
                "sentence-case title",
                "thread title",
                "short title for",
                "summarize this coding conversation",
                "isnewtopic",
                "new conversation topic",
                "extract any file paths",
                "command_prefix",
                "command prefix",
                "policy spec");
        private static final List<String> WARM_UPS = List.of("warmup", "quota", "ping");

        private RequestClassifier() {}

        static RequestKind of(Conversation request) {
            Optional<Message> lastUser = request.messages().reversed().stream()
                    .filter(message -> message.role() == Role.USER)
                    .findFirst();
            String lastText = lastUser.map(Message::text).orElse("").strip().toLowerCase(Locale.ROOT);
            boolean isFirst = request.messages().stream().noneMatch(message -> message.role() == Role.ASSISTANT);
            if (isFirst && (request.maxTokens().orElse(0) == 1 || WARM_UPS.contains(lastText))) {
                return RequestKind.WARM_UP;
            }
            return request.tools().isEmpty() && isErrand(request, lastText) ? RequestKind.TITLE : RequestKind.MAIN;
        }

        private static boolean isErrand(Conversation request, String lastText) {
            var text = new StringBuilder(head(lastText));
            for (Message message : request.messages()) {
                if (message.role() == Role.SYSTEM) {
                    text.append('\n').append(head(message.text()).toLowerCase(Locale.ROOT));
                }
            }
            return ERRANDS.stream().anyMatch(errand -> text.indexOf(errand) >= 0);
        }

        private static String head(String text) {
            return text.substring(0, Math.min(HEAD, text.length()));
        }
    }

    /// Reads the known parameters that steer thinking.
    private static final class ThinkingParams {
        private static final List<JsonPointer> KNOWN = pointers(
                "/chat_template_kwargs/enable_thinking",
                "/chat_template_kwargs/clear_thinking",
                "/chat_template_kwargs/preserve_thinking",
                "/chat_template_kwargs/reasoning_effort",
                "/enable_thinking",
                "/clear_thinking",
                "/preserve_thinking",
                "/thinking",
                "/context_management",
                "/reasoning",
                "/reasoning_effort",
                "/extra_body/chat_template_kwargs");
        private static final List<JsonPointer> CLEARING = pointers(
                "/chat_template_kwargs/clear_thinking",
                "/thinking/clear_thinking",
                "/clear_thinking",
                "/extra_body/chat_template_kwargs/clear_thinking");
        private static final List<JsonPointer> PRESERVING =
                pointers("/chat_template_kwargs/preserve_thinking", "/preserve_thinking");
        private static final JsonPointer EDITS = JsonPointer.compile("/context_management/edits");

        private ThinkingParams() {}

        /// The parameters in a request, by JSON pointer.
        static Map<String, JsonNode> of(ObjectNode body) {
            Map<String, JsonNode> found = new TreeMap<>();
            for (JsonPointer pointer : KNOWN) {
                JsonNode value = body.at(pointer);
                if (!value.isMissingNode() && !value.isNull()) {
                    found.put(pointer.toString(), value);
                }
            }
            return found;
        }

        /// Whether the request asks to clear earlier thinking; empty if it does not say.
        static Optional<Boolean> clearThinking(ObjectNode body) {
            return flag(body, CLEARING)
                    .or(() -> flag(body, PRESERVING).map(isPreserved -> !isPreserved))
                    .or(() -> keepsAll(body) ? Optional.of(false) : Optional.empty());
        }

        private static Optional<Boolean> flag(ObjectNode body, List<JsonPointer> pointers) {
            for (JsonPointer pointer : pointers) {
                JsonNode value = body.at(pointer);
                if (value.isBoolean()) {
                    return Optional.of(value.booleanValue());
                }
            }
            return Optional.empty();
        }

        /// Anthropic's context management: an edit `clear_thinking…` that keeps `all` clears nothing.
        private static boolean keepsAll(ObjectNode body) {
            for (JsonNode edit : body.at(EDITS)) {
                if (edit.path("type").asText().startsWith("clear_thinking")
                        && edit.path("keep").asText().equals("all")) {
                    return true;
                }
            }
            return false;
        }

        private static List<JsonPointer> pointers(String... texts) {
            return Stream.of(texts).map(JsonPointer::compile).toList();
        }
    }
}

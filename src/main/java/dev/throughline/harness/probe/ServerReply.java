package dev.throughline.harness.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.net.http.HttpHeaders;
import java.util.Locale;
import java.util.Optional;

/// The result of one request.
public sealed interface ServerReply {
    /// A complete response was received.
    record Answered(int status, HttpHeaders headers, String body) implements ServerReply {
        private static final int SHOWN = 200;

        public boolean isGood() {
            return status >= 200 && status < 300;
        }

        /// Whether the request itself is said to be wrong: no client can go on with it.
        boolean isRefusal() {
            return status == 400 || status == 422;
        }

        public boolean isHtml() {
            String start = body.stripLeading();
            return type().contains("html")
                    || start.regionMatches(true, 0, "<!doctype html", 0, 14)
                    || start.startsWith("<html");
        }

        public String type() {
            return headers.firstValue("content-type").orElse("").toLowerCase(Locale.ROOT);
        }

        /// The body, if it is a JSON object.
        public Optional<JsonNode> json() {
            try {
                return Optional.ofNullable(Json.TREES.readTree(body)).filter(JsonNode::isObject);
            } catch (JsonProcessingException e) {
                return Optional.empty();
            }
        }

        /// The status and the server's message, on one short line.
        public String summary() {
            String message = json().map(Answered::message).orElse(isHtml() ? "an HTML page" : body);
            String line = message.replaceAll("\\s+", " ").strip();
            return status + (line.isEmpty() ? "" : ": " + line.substring(0, Math.min(SHOWN, line.length())));
        }

        private static String message(JsonNode body) {
            JsonNode error = body.has("error") ? body.path("error") : body;
            JsonNode message = error.path("message");
            return message.isTextual() ? message.asText() : error.isTextual() ? error.asText() : error.toString();
        }
    }

    /// No complete response was received.
    record Unanswered(Cause cause, String reason) implements ServerReply {}

    /// Why no complete response was received.
    enum Cause {
        UNREACHABLE,
        TIMED_OUT,
        BROKEN_OFF
    }
}

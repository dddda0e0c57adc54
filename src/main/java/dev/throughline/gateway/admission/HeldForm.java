package dev.throughline.gateway.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import java.util.List;
import java.util.Optional;

/// How a dialect refers to a conversation held by the server, and how it writes one out.
sealed interface HeldForm {
    /// The id of the answer that a request continues.
    Optional<String> previous(ObjectNode request);

    /// The content of the request itself, as elements of a history.
    void addRequest(ObjectNode request, ArrayNode history);

    /// The content of an answer, as elements of a history.
    void addAnswer(ObjectNode answer, ArrayNode history);

    /// The request with the whole history in it and no references.
    /// @param earlier the requests before it, earliest first
    ObjectNode expanded(ObjectNode request, ArrayNode history, List<ObjectNode> earlier);

    /// Why an answer cannot be continued, in a form that makes SDKs send the history themselves.
    Failure unknown(String id);

    /// OpenAI Responses: `previous_response_id`. Instructions are not carried over; tools are sent with each request.
    record Responses() implements HeldForm {
        private static final String PREVIOUS = "previous_response_id";
        private static final String INPUT = "input";

        @Override
        public Optional<String> previous(ObjectNode request) {
            return text(request.path(PREVIOUS));
        }

        @Override
        public void addRequest(ObjectNode request, ArrayNode history) {
            JsonNode input = request.path(INPUT);
            if (input.isTextual()) {
                history.addObject().put("type", "message").put("role", "user").set("content", input);
            } else if (input instanceof ArrayNode items) {
                history.addAll(items);
            }
        }

        @Override
        public void addAnswer(ObjectNode answer, ArrayNode history) {
            if (answer.path("output") instanceof ArrayNode items) {
                history.addAll(items);
            }
        }

        @Override
        public ObjectNode expanded(ObjectNode request, ArrayNode history, List<ObjectNode> earlier) {
            ObjectNode expanded = request.objectNode().setAll(request);
            expanded.remove(PREVIOUS);
            return expanded.set(INPUT, history);
        }

        @Override
        public Failure unknown(String id) {
            return new Failure(
                    FailureKind.NOT_FOUND,
                    400,
                    "Previous response with id '" + shortened(id) + "' not found.",
                    Optional.of(PREVIOUS),
                    Optional.empty());
        }
    }

    /// Anthropic: `thread: {"type": "continue", "previous_message_id": …}`, sent by the tool runner of
    /// @anthropic-ai/sdk 1.11. `system` and `tools` are those that the thread was created with.
    record Anthropic() implements HeldForm {
        private static final String THREAD = "thread";
        private static final String MESSAGES = "messages";
        private static final List<String> CREATED_WITH = List.of("system", "tools");

        @Override
        public Optional<String> previous(ObjectNode request) {
            JsonNode thread = request.path(THREAD);
            return text(thread.path("previous_message_id"))
                    .filter(_ -> thread.path("type").asText("").equals("continue"));
        }

        @Override
        public void addRequest(ObjectNode request, ArrayNode history) {
            if (request.path(MESSAGES) instanceof ArrayNode messages) {
                history.addAll(messages);
            }
        }

        @Override
        public void addAnswer(ObjectNode answer, ArrayNode history) {
            history.addObject().put("role", "assistant").set("content", answer.path("content"));
        }

        @Override
        public ObjectNode expanded(ObjectNode request, ArrayNode history, List<ObjectNode> earlier) {
            ObjectNode expanded = request.objectNode().setAll(request);
            expanded.remove(THREAD);
            expanded.set(MESSAGES, history);
            for (String field : CREATED_WITH) {
                earlier.stream()
                        .filter(one -> one.has(field) && !expanded.has(field))
                        .findFirst()
                        .ifPresent(one -> expanded.set(field, one.path(field)));
            }
            return expanded;
        }

        @Override
        public Failure unknown(String id) {
            return Failure.of(
                            FailureKind.NOT_FOUND,
                            "No usable thread was found for the message '" + shortened(id)
                                    + "'. Send the whole conversation with thread: {\"type\": \"create\"}.")
                    .at("/thread/previous_message_id");
        }
    }

    private static Optional<String> text(JsonNode value) {
        return value.isTextual() && !value.textValue().isEmpty() ? Optional.of(value.textValue()) : Optional.empty();
    }

    private static String shortened(String id) {
        return id.length() <= 100 ? id : id.substring(0, 100) + "…";
    }
}

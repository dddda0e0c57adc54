package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/// A backend's requirements on a request body beyond the client's content.
///
/// @param history how reasoning of earlier answers is written in the chat dialect
/// @param templateKwargs defaults for `chat_template_kwargs`; never override a key that the client sent; may be empty
/// @param flattensContent whether content arrays of text only become one string (chat dialect)
/// @param rewritten paths (`Message.path`) of the messages whose reasoning parts are no longer those of the
///     body: the body gets the conversation's parts instead
/// @param details the backend's own reasoning, in the form of `reasoning_details`, by `Message.path`
/// @param ownThoughts whether only thoughts that the backend issued itself may be sent, with their proofs
public record Adaptation(
        HistoryField history,
        ObjectNode templateKwargs,
        boolean flattensContent,
        Set<String> rewritten,
        Map<String, ArrayNode> details,
        boolean ownThoughts) {
    public Adaptation {
        rewritten = Set.copyOf(rewritten);
        details = Map.copyOf(details);
    }

    /// An adaptation without details.
    public Adaptation(HistoryField history, ObjectNode templateKwargs, boolean flattensContent, Set<String> rewritten) {
        this(history, templateKwargs, flattensContent, rewritten, Map.of(), false);
    }

    /// Whether the messages of a body in the backend's dialect stay as they are.
    public boolean keepsMessages() {
        return history == HistoryField.AS_SENT && !flattensContent && rewritten.isEmpty() && details.isEmpty();
    }

    /// The same adaptation with reasoning written elsewhere.
    public Adaptation withHistory(HistoryField field) {
        return new Adaptation(field, templateKwargs, flattensContent, rewritten, details, ownThoughts);
    }
}

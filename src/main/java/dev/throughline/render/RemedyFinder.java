package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.TemplateException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Finds an option of the template with which a prompt would have continued the one before it.
final class RemedyFinder {
    /// Options of published templates that keep the reasoning of earlier answers.
    private static final Map<String, Boolean> OPTIONS =
            new TreeMap<>(Map.of("clear_thinking", false, "preserve_thinking", true));

    private final PromptTurn before;
    private final String written;
    private final PromptTurn after;

    /// @param before the earlier request with its answer, if the template renders it
    /// @param written what the model wrote behind its prompt, where the answer is known as text only
    RemedyFinder(PromptTurn before, String written, PromptTurn after) {
        this.before = before;
        this.written = written;
        this.after = after;
    }

    /// The first option that helps, as `clear_thinking=false`.
    ///
    /// @param dropped JSON pointer to reasoning that the client would have had to return as well; empty if it did
    Optional<String> find(Optional<String> dropped) {
        return OPTIONS.entrySet().stream()
                .filter(option -> after.template().options().contains(option.getKey()))
                .filter(option -> !isSet(option.getKey(), option.getValue()))
                .filter(option -> helps(option.getKey(), option.getValue(), dropped))
                .findFirst()
                .map(option -> option.getKey() + "=" + option.getValue());
    }

    private boolean isSet(String name, boolean value) {
        return BooleanNode.valueOf(value).equals(after.context().get(name));
    }

    private boolean helps(String name, boolean value, Optional<String> dropped) {
        ObjectNode earlier = before.context().deepCopy().put(name, value);
        ObjectNode later = after.context().deepCopy().put(name, value);
        if (dropped.isPresent()) {
            giveBack(earlier, later);
        }
        try {
            return after.render(later).text().startsWith(before.render(earlier).text() + written);
        } catch (TemplateException _) {
            return false;
        }
    }

    /// Puts earlier answers in the place of those that the client sent.
    private static void giveBack(ObjectNode earlier, ObjectNode later) {
        JsonNode messages = earlier.path("messages");
        if (later.path("messages") instanceof ArrayNode others) {
            for (int index = 0; index < Math.min(messages.size(), others.size()); index++) {
                if (messages.path(index).path("role").asText().equals("assistant")) {
                    others.set(index, messages.get(index));
                }
            }
        }
    }
}

package dev.throughline.render;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDateTime;
import java.util.Optional;

/// One request and the prompt that the model read for it.
///
/// @param input what the template was given
public record PromptTurn(ChatTemplate template, ChatInput input, LocalDateTime now, Rendering prompt) {
    private static final String MESSAGES = "messages";

    /// Renders a context as it is.
    public static PromptTurn of(ChatTemplate template, ObjectNode context, LocalDateTime now) {
        return of(template, ChatInput.raw(context), now);
    }

    /// Renders a request.
    public static PromptTurn of(ChatTemplate template, ChatInput input, LocalDateTime now) {
        return new PromptTurn(template, input, now, template.render(input, now));
    }

    /// The variables of the template.
    public ObjectNode context() {
        return input.context();
    }

    /// This request with its answer: the prefix that the next prompt should continue.
    ///
    /// @param answer the assistant message that the model wrote
    /// @return empty where the template does not write the answer behind this prompt
    Optional<PromptTurn> answered(ObjectNode answer) {
        ObjectNode longer = context().deepCopy();
        ArrayNode messages = longer.withArray(MESSAGES);
        messages.add(answer);
        longer.put("add_generation_prompt", false);
        PromptTurn whole = of(template, longer, now);
        return whole.prompt.text().startsWith(prompt.text()) ? Optional.of(whole) : Optional.empty();
    }

    /// This request with the text that the model wrote for it.
    PromptTurn continued(String answer) {
        return new PromptTurn(template, input, now, prompt.followedBy(answer));
    }

    /// Another context in the same template, at the same moment.
    Rendering render(ObjectNode other) {
        return template.render(other, now);
    }
}

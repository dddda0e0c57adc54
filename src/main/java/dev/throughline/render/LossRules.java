package dev.throughline.render;

import java.util.Optional;
import java.util.Set;

/// Selects the tokens of a prompt that a training run learns.
///
/// @param roles only the output of messages with these roles; empty for what the model would have written,
///     whatever the role
/// @param bodyOnly roles whose bodies are learned whether sampled or not
/// @param messages the indices of the messages that are trainable; empty for all
public record LossRules(Optional<Set<String>> roles, Set<String> bodyOnly, Optional<Set<Integer>> messages) {
    /// The text that the model would have written.
    public static final LossRules SAMPLED = new LossRules(Optional.empty(), Set.of(), Optional.empty());

    public LossRules {
        roles = roles.map(Set::copyOf);
        bodyOnly = Set.copyOf(bodyOnly);
        messages = messages.map(Set::copyOf);
    }

    /// The same rules for some of the messages.
    public LossRules only(Set<Integer> trainable) {
        return new LossRules(roles, bodyOnly, Optional.of(trainable));
    }

    private boolean needsSampled() {
        return roles.map(each -> !each.isEmpty()).orElse(bodyOnly.isEmpty());
    }

    /// Whether the character at `offset` is learned.
    boolean accepts(PromptAttribution prompt, int offset) {
        if (needsSampled() && !prompt.knowsSampled()) {
            return prompt.isSampled(offset);
        }
        if (messages.isPresent() && !messages.get().contains(prompt.message(offset))) {
            return false;
        }
        String role = prompt.role(offset).orElse("");
        if (bodyOnly.contains(role)) {
            return prompt.isContent(offset);
        }
        boolean passes = roles.map(each -> each.contains(role)).orElse(true);
        return passes && prompt.knowsSampled() && prompt.isSampled(offset);
    }
}

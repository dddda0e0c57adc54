package dev.throughline.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.text.Json;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How a template changes the prompt at each kind of boundary between two requests, tested on a
/// conversation with reasoning in every answer.
public enum TemplateBoundary {
    /// An answer with a call, then its result.
    TOOL_STEP("""
            {"role": "tool", "tool_call_id": "a", "content": "found"}"""),
    /// An answer with a call, then its result, the last answer and a new question.
    QUESTION_AFTER_TOOLS("""
            {"role": "tool", "tool_call_id": "a", "content": "found"},
            {"role": "assistant", "reasoning_content": "That is it.", "content": "Here."},
            {"role": "user", "content": "And then?"}"""),
    /// An answer, then a new question.
    QUESTION("""
            {"role": "user", "content": "And then?"}""");

    private static final LocalDateTime TRIED_AT = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
    private static final String FIRST = """
            {"role": "system", "content": "Be exact."}, {"role": "user", "content": "Where is it?"}""";
    private static final String WITH_CALL = """
            {"role": "assistant", "reasoning_content": "Look it up.", "content": "",
             "tool_calls": [{"id": "a", "type": "function", "function": {"name": "find", "arguments": {"q": "x"}}}]}""";
    private static final String WITHOUT_CALL = """
            {"role": "assistant", "reasoning_content": "It is known.", "content": "There."}""";
    private static final Map<String, Boolean> OPTIONS =
            new TreeMap<>(Map.of("clear_thinking", false, "preserve_thinking", true, "enable_thinking", false));

    private final String next;

    TemplateBoundary(String next) {
        this.next = next;
    }

    /// The result for the prompt at one boundary.
    ///
    /// @param option setting that was tested, such as `clear_thinking=false`; empty for the defaults
    /// @param comparison empty if the template fails
    public record Trial(TemplateBoundary boundary, String option, Optional<PrefixComparison> comparison) {}

    /// Tries every boundary, with the defaults and with each option that the template reads and that may matter.
    public static List<Trial> tryAll(ChatTemplate template) {
        List<Trial> found = new ArrayList<>();
        for (TemplateBoundary boundary : values()) {
            found.add(boundary.tried(template, "", Optional.empty()));
            OPTIONS.forEach((name, value) -> {
                if (template.options().contains(name)) {
                    found.add(boundary.tried(template, name, Optional.of(value)));
                }
            });
        }
        return List.copyOf(found);
    }

    private Trial tried(ChatTemplate template, String name, Optional<Boolean> value) {
        String option = value.map(set -> name + "=" + set).orElse("");
        String answer = this == QUESTION ? WITHOUT_CALL : WITH_CALL;
        try {
            PromptTurn before = PromptTurn.of(template, context(FIRST, name, value), TRIED_AT);
            PromptTurn after =
                    PromptTurn.of(template, context(FIRST + ", " + answer + ", " + next, name, value), TRIED_AT);
            return new Trial(
                    this,
                    option,
                    Optional.of(
                            PrefixComparison.of(before, Optional.of(json(answer)), after, PrefixMeasure.CHARACTERS)));
        } catch (TemplateException _) {
            return new Trial(this, option, Optional.empty());
        }
    }

    private static ObjectNode context(String messages, String name, Optional<Boolean> value) {
        ObjectNode context = json("{\"messages\": [" + messages + "], \"add_generation_prompt\": true, \"tools\":"
                + " [{\"type\": \"function\", \"function\": {\"name\": \"find\", \"parameters\": {}}}]}");
        value.ifPresent(set -> context.put(name, set));
        return context;
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.constant(text);
    }
}

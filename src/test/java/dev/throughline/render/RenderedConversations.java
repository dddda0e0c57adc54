package dev.throughline.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.tokenizer.TestVocabularies;
import dev.throughline.render.tokenizer.Tokenizer;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/// Small conversations, and templates that render them.
public final class RenderedConversations {
    public static final LocalDateTime NOON = LocalDateTime.of(2025, 7, 10, 12, 0);
    public static final Tokenizer TOKENIZER = Tokenizer.read(TestVocabularies.glm());
    /// Turns with an end of their own, as ChatML has them; the markers are tokens of the vocabulary.
    public static final ChatTemplate CLOSED_TURNS = ChatTemplate.parse("""
            {%- for m in messages -%}
            <sop>{{ m.role }}
            {% if m.role == 'assistant' %}{% generation %}{{ m.content }}{% endgeneration %}
            {%- else %}{{ m.content }}{% endif %}<|endoftext|>
            {% endfor -%}
            {%- if add_generation_prompt %}<sop>assistant
            {% endif %}""");
    public static final ModelProfile CLOSED_PROFILE =
            new ModelProfile(List.of("<sop>assistant\n"), List.of("<|endoftext|>"), Optional.empty());

    /// A question, a thought with a call, two results, and the answer to them.
    public static final String TOOL_LOOP = """
            {"messages": [
              {"role": "user", "content": "hi"},
              {"role": "assistant", "content": "see", "reasoning_content": "why",
               "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": {"a": "b"}}}]},
              {"role": "tool", "tool_call_id": "c1", "content": "one"},
              {"role": "tool", "tool_call_id": "c1", "content": "two"},
              {"role": "assistant", "content": "done"}]}""";

    private static final JsonMapper JSON = new JsonMapper();

    private RenderedConversations() {}

    public static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public static GlmVersion glm(String version) {
        return GlmVersion.find(version).orElseThrow();
    }

    public static ChatTemplate template(String version) {
        return ChatTemplate.parse(glm(version).template());
    }

    static Rendering render(String version, String context) {
        return template(version).render(json(context), NOON);
    }

    static PromptAttribution attribution(String version, String context) {
        return PromptAttribution.of(
                render(version, context), json(context).path("messages"), ModelProfile.of(glm(version)));
    }
}

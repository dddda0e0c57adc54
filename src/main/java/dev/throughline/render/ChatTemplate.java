package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.JinjaTemplate;
import dev.throughline.render.jinja.JsonContext;
import dev.throughline.render.jinja.TemplateLimits;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Set;

/// A chat template with the special tokens that it may print. Immutable and thread-safe.
public final class ChatTemplate {
    private final String source;
    private final Map<String, String> specialTokens;
    private final JinjaTemplate parsed;

    private ChatTemplate(String source, Map<String, String> specialTokens) {
        this.source = source;
        this.specialTokens = Map.copyOf(specialTokens);
        this.parsed = JinjaTemplate.parse(source);
    }

    /// Parses `source`.
    ///
    /// @throws dev.throughline.render.jinja.TemplateException with line and column, if it is not a valid template
    public static ChatTemplate parse(String source) {
        return new ChatTemplate(source, Map.of());
    }

    /// Parses `source`.
    ///
    /// @param specialTokens values of variables such as `bos_token`, used if the conversation does not set them
    /// @throws dev.throughline.render.jinja.TemplateException with line and column, if it is not a valid template
    public static ChatTemplate parse(String source, Map<String, String> specialTokens) {
        return new ChatTemplate(source, specialTokens);
    }

    /// The values of variables such as `bos_token`.
    public Map<String, String> specialTokens() {
        return specialTokens;
    }

    /// The template's text.
    public String source() {
        return source;
    }

    /// Renders a conversation.
    ///
    /// @param context the messages, the tools and the template's options, unchanged: arguments that are a
    ///     string stay one
    /// @param now the time used by `strftime_now`
    /// @throws dev.throughline.render.jinja.TemplateException of the class that Python raises, or at
    ///     the limits, which grow with the context
    public Rendering render(ObjectNode context, LocalDateTime now) {
        ObjectNode variables = context;
        if (!specialTokens.isEmpty()) {
            variables = context.objectNode();
            specialTokens.forEach(variables::put);
            variables.setAll(context);
        }
        TemplateLimits limits = TemplateLimits.DEFAULT.roomFor(size(variables));
        return Rendering.of(parsed.render(JsonContext.variables(variables), now, limits));
    }

    /// Renders what a template is given for a request; ends inside the last message if the model is to continue it.
    ///
    /// @throws dev.throughline.render.jinja.TemplateException as for a context; a `ValueError` if the last message
    ///     cannot be continued
    public Rendering render(ChatInput input, LocalDateTime now) {
        return input.continued()
                .map(field -> new ContinuedMessage(this, field).render(input.context(), now))
                .orElseGet(() -> render(input.context(), now));
    }

    /// The texts that the template itself can write, with U+0000 between two of them.
    String literals() {
        return JinjaTemplate.literals(source);
    }

    /// The names that the template reads from its context, in alphabetical order: the messages, and every
    /// option that changes its output.
    public Set<String> options() {
        return parsed.variables();
    }

    /// The number of characters of all texts and keys, plus one for every other value.
    private static long size(JsonNode node) {
        long size = node.isTextual() ? node.textValue().length() : 1;
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            size += member.getKey().length() + size(member.getValue());
        }
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            size += size(node.get(index));
        }
        return size;
    }
}

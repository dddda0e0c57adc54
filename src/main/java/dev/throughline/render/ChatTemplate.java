package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.JinjaTemplate;
import dev.throughline.render.jinja.JsonContext;
import dev.throughline.render.jinja.PythonWhitespace;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.jinja.TemplateLimits;
import java.time.LocalDateTime;
import java.util.List;
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

    /// Renders a prompt that ends inside the last message, so that the model goes on with its content or its reasoning.
    ///
    /// A mark that no template removes follows the text to be continued; the prompt ends where the mark is. Where a
    /// template removed the blank behind the mark, it trims, so the prompt is trimmed too.
    /// Source: transformers 5.24, `render_jinja_template`.
    ///
    /// @param field the field of the last message that is continued: `content`, or one for reasoning
    private record ContinuedMessage(ChatTemplate template, String field) {
        private static final String WORD = "CONTINUE_FINAL_MESSAGE_TAG";
        private static final String MARK = WORD + " ";

        /// @throws TemplateException a `ValueError`, as Python raises, if there is nothing to continue, or if the
        ///     template does not show it
        Rendering render(ObjectNode context, LocalDateTime now) {
            ObjectNode marked = context.deepCopy();
            String text = mark(last(marked));
            Rendering whole = template.render(marked, now);
            String prompt = whole.text();
            int at = prompt.lastIndexOf(WORD);
            if (at < 0 || !prompt.contains(stripped(text))) {
                throw TemplateException.value(
                        "continue_final_message is set but the final message does not appear in the"
                                + " chat after applying the chat template");
            }
            return whole.until(prompt.startsWith(MARK, at) ? at : PythonWhitespace.end(prompt.substring(0, at), 0));
        }

        private static String stripped(String text) {
            int from = 0;
            while (from < text.length() && PythonWhitespace.isSpace(text.charAt(from))) {
                from++;
            }
            return text.substring(from, PythonWhitespace.end(text, from));
        }

        private static ObjectNode last(ObjectNode context) {
            if (context.path("messages") instanceof ArrayNode messages
                    && !messages.isEmpty()
                    && messages.get(messages.size() - 1) instanceof ObjectNode message) {
                return message;
            }
            throw TemplateException.value("continue_final_message is set but the conversation is empty");
        }

        /// Appends the mark to the text and to all its copies under other names; the text.
        private String mark(ObjectNode message) {
            JsonNode value = message.path(field);
            if (value.isMissingNode() || value.isNull()) {
                throw TemplateException.value(
                        "continue_final_message is set but the final message has no \"" + field + "\" to continue");
            }
            List<String> fields = !ChatForm.REASONING_FIELDS.contains(field)
                    ? List.of(field)
                    : ChatForm.REASONING_FIELDS.stream()
                            .filter(name -> value.equals(message.get(name)))
                            .toList();
            if (fields.stream().noneMatch(template.source()::contains)) {
                throw TemplateException.value("continue_final_message is set to \"" + field
                        + "\" but this is not an accepted field in the chat_template");
            }
            if (value instanceof ArrayNode parts) {
                return markLast(parts);
            }
            if (!value.isTextual()) {
                throw TemplateException.type("the " + field + " of the final message is no text to continue");
            }
            fields.forEach(name -> message.put(name, value.textValue() + MARK));
            return value.textValue();
        }

        private static String markLast(ArrayNode parts) {
            for (int index = parts.size() - 1; index >= 0; index--) {
                if (parts.get(index) instanceof ObjectNode part
                        && part.path("text").isTextual()) {
                    String text = part.path("text").textValue();
                    part.put("text", text + MARK);
                    return text;
                }
            }
            throw TemplateException.value(
                    "continue_final_message is set but we could not find any text to continue in the final message");
        }
    }
}

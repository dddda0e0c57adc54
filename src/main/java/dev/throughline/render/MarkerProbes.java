package dev.throughline.render;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.JinjaTemplate;
import dev.throughline.render.jinja.JsonContext;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.jinja.TemplateLimits;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/// Renders small conversations whose texts cannot be confused with a template's own text.
final class MarkerProbes {
    static final String USER = "quokkauser";
    static final String NEXT_USER = "quokkanext";
    static final String REASONING = "quokkathought";
    static final String CONTENT = "quokkacontent";
    static final String FUNCTION = "quokkafunction";
    static final String VALUE = "quokkavalue";
    static final String KEY = "quokkakey";
    static final String NEXT_KEY = "quokkanextkey";
    static final String NEXT_VALUE = "quokkanextvalue";
    static final String RESULT = "quokkaresult";

    private static final LocalDateTime NOW = LocalDateTime.of(2025, 1, 1, 12, 0);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    static final String CALL_ID = "a1b2c3d4e";

    private final JinjaTemplate template;
    private final Map<String, String> variables;

    /// @param variables available template variables, such as `bos_token`
    MarkerProbes(JinjaTemplate template, Map<String, String> variables) {
        this.template = template;
        this.variables = variables;
    }

    /// A user's question, followed by the generation prompt.
    ///
    /// @param options further variables of the template
    Optional<String> generation(ObjectNode options) {
        return render(true, options, messages -> user(messages, USER));
    }

    /// A question and its answer.
    Optional<String> answer() {
        return render(false, messages -> {
            user(messages, USER);
            assistant(messages).put("content", CONTENT);
        });
    }

    /// A question, its answer, and the next question.
    Optional<String> answerAndQuestion() {
        return render(false, messages -> {
            user(messages, USER);
            assistant(messages).put("content", CONTENT);
            user(messages, NEXT_USER);
        });
    }

    /// An answer with reasoning in every field that templates read.
    Optional<String> reasoning() {
        return render(false, messages -> {
            user(messages, USER);
            think(assistant(messages).put("content", CONTENT));
        });
    }

    /// Reasoning, a call, and its result.
    Optional<String> call() {
        return Stream.of(true, false)
                .flatMap(hasContent -> Stream.of(true, false).flatMap(asObject -> call(asObject, hasContent).stream()))
                .filter(text -> text.contains(VALUE))
                .findFirst();
    }

    private Optional<String> call(boolean asObject, boolean hasContent) {
        return render(false, messages -> {
            user(messages, USER);
            ObjectNode message = think(assistant(messages));
            message.put("content", hasContent ? CONTENT : "");
            call(
                    message.putArray("tool_calls"),
                    CALL_ID,
                    FUNCTION,
                    asObject,
                    JSON.objectNode().put("key", VALUE));
            messages.addObject()
                    .put("role", "tool")
                    .put("tool_call_id", CALL_ID)
                    .put("name", FUNCTION)
                    .put("content", RESULT);
        });
    }

    /// A question and two calls, the first with two arguments; or one call, where a template knows no more.
    ///
    /// @param asObject whether arguments are an object rather than a string
    /// @param ids makes the id of a call of its number
    Optional<String> calls(int count, boolean asObject, IntFunction<String> ids) {
        return render(false, messages -> {
            user(messages, USER);
            ArrayNode calls = assistant(messages).put("content", "").putArray("tool_calls");
            for (int number = 0; number < count; number++) {
                call(calls, ids.apply(number), FUNCTION + number, asObject, arguments(number));
            }
        });
    }

    /// The arguments of a call of its number.
    static ObjectNode arguments(int number) {
        ObjectNode arguments = JSON.objectNode().put(KEY + number, VALUE + number);
        return number == 0 ? arguments.put(NEXT_KEY, NEXT_VALUE) : arguments;
    }

    private static void call(ArrayNode calls, String id, String name, boolean asObject, ObjectNode arguments) {
        calls.addObject()
                .put("id", id)
                .put("type", "function")
                .putObject("function")
                .put("name", name)
                .set("arguments", asObject ? arguments : JSON.textNode(arguments.toString()));
    }

    private static void user(ArrayNode messages, String text) {
        messages.addObject().put("role", "user").put("content", text);
    }

    private static ObjectNode assistant(ArrayNode messages) {
        return messages.addObject().put("role", "assistant");
    }

    private static ObjectNode think(ObjectNode message) {
        return message.put("reasoning_content", REASONING)
                .put("reasoning", REASONING)
                .put("thinking", REASONING);
    }

    private Optional<String> render(boolean forGeneration, Consumer<ArrayNode> write) {
        return render(forGeneration, JSON.objectNode(), write);
    }

    private Optional<String> render(boolean forGeneration, ObjectNode options, Consumer<ArrayNode> write) {
        ObjectNode context = options.deepCopy();
        variables.forEach(context::put);
        write.accept(context.putArray("messages"));
        context.put("add_generation_prompt", forGeneration);
        try {
            return Optional.of(template.render(JsonContext.variables(context), NOW, TemplateLimits.DEFAULT)
                    .text()
                    .value());
        } catch (TemplateException e) {
            return Optional.empty();
        }
    }
}

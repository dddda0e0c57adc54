package dev.throughline.prompt.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.problem.Problem;
import dev.throughline.prompt.CallArgumentsParser;
import dev.throughline.prompt.NamedTemplate;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.prefix.PromptTurn;
import dev.throughline.run.api.Fields;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Renders what a request body asks for. What is wrong ends the request with the field's pointer.
final class RenderOrderReader {
    private static final int LONGEST_NAME = 200;

    private final TemplateLibrary library;

    RenderOrderReader(TemplateLibrary library) {
        this.library = library;
    }

    /// @param place JSON pointer to the order in the body, `""` for the body itself
    PromptTurn read(String place, @Nullable RenderOrder order) {
        if (order == null) {
            throw Problem.inField(place, "a template and a context were expected, found nothing.")
                    .exception();
        }
        ChatTemplate template = TemplateErrors.in(place + "/template", () -> template(place, order.template()));
        ObjectNode context = context(place + "/context", order);
        LocalDateTime now = now(place + "/now", order.now());
        return TemplateErrors.in(place + "/template", () -> PromptTurn.of(template, context, now));
    }

    private ChatTemplate template(String place, @Nullable JsonNode node) {
        String pointer = place + "/template";
        if (node != null && node.isTextual()) {
            return ChatTemplate.parse(node.textValue());
        }
        if (node == null || !node.path("name").isTextual()) {
            throw Problem.inField(pointer, "the text of a template, or {\"name\": …}, was expected.")
                    .exception();
        }
        if (node.size() > 1) {
            throw Problem.inField(pointer, "only the field name was expected.").exception();
        }
        String name = Fields.required(pointer + "/name", node.path("name").textValue(), LONGEST_NAME);
        return library.find(name).map(NamedTemplate::template).orElseThrow(() -> unknown(pointer + "/name", name));
    }

    private RuntimeException unknown(String pointer, String name) {
        List<String> known = library.names();
        return Problem.inField(
                        pointer,
                        "there is no template " + Fields.shown(name) + "; known are " + String.join(", ", known) + ".")
                .allowing(known)
                .exception();
    }

    private static ObjectNode context(String pointer, RenderOrder order) {
        if (!(order.context() instanceof ObjectNode context)) {
            throw Problem.inField(pointer, "an object with messages was expected.")
                    .exception();
        }
        if (Boolean.TRUE.equals(order.parseArguments())) {
            CallArgumentsParser.parse(context).ifPresent(wrong -> {
                throw Problem.inField(pointer + wrong, "a string with a JSON object was expected.")
                        .exception();
            });
        }
        return context;
    }

    private static LocalDateTime now(String pointer, @Nullable String text) {
        try {
            return text == null ? LocalDateTime.now(ZoneId.systemDefault()) : LocalDateTime.parse(text);
        } catch (DateTimeException e) {
            throw Problem.inField(
                            pointer,
                            "a local time such as 2026-07-10T12:00:00 was expected, found " + Fields.shown(text) + ".")
                    .exception();
        }
    }
}

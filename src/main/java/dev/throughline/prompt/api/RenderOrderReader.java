package dev.throughline.prompt.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.problem.Problem;
import dev.throughline.problem.ProblemException;
import dev.throughline.prompt.CallArgumentsParser;
import dev.throughline.prompt.NamedTemplate;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.prompt.TokenizerLibrary;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.prefix.PromptTurn;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.run.api.Fields;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Renders what a request body asks for. What is wrong ends the request with the field's pointer.
final class RenderOrderReader {
    private static final int LONGEST_NAME = 200;

    private final TemplateLibrary library;
    private final TokenizerLibrary tokenizers;

    RenderOrderReader(TemplateLibrary library, TokenizerLibrary tokenizers) {
        this.library = library;
        this.tokenizers = tokenizers;
    }

    /// The tokenizer that an order names, if it names one.
    Optional<Tokenizer> tokenizer(String place, RenderOrder order) {
        if (order.tokenizer() == null) {
            return Optional.empty();
        }
        String pointer = place + "/tokenizer/name";
        String name = Fields.required(pointer, order.tokenizer().name(), LONGEST_NAME);
        return Optional.of(TemplateErrors.in(pointer, () -> tokenizers.find(name))
                .orElseThrow(() -> unknown(pointer, "tokenizer", name, tokenizers.names())));
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
        return library.find(name)
                .map(NamedTemplate::template)
                .orElseThrow(() -> unknown(pointer + "/name", "template", name, library.names()));
    }

    private static ProblemException unknown(String pointer, String kind, String name, List<String> known) {
        String choices = known.isEmpty() ? "none is configured." : "known are " + String.join(", ", known) + ".";
        return Problem.inField(pointer, "there is no " + kind + " " + Fields.shown(name) + "; " + choices)
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

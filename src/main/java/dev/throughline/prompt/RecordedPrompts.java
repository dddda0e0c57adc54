package dev.throughline.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.prefix.PrefixComparison;
import dev.throughline.render.prefix.PrefixMeasure;
import dev.throughline.render.prefix.PromptTurn;
import dev.throughline.run.Exchanges;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RunId;
import dev.throughline.wire.WireException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;

/// The prompts of recorded requests. Rendering runs on a worker thread.
@ApplicationScoped
public class RecordedPrompts {
    private final Exchanges exchanges;
    private final TemplateLibrary library;

    RecordedPrompts(Exchanges exchanges, TemplateLibrary library) {
        this.exchanges = exchanges;
        this.library = library;
    }

    /// A recorded request and the prompt that a template makes of it.
    ///
    /// @param template the template's name
    public record RecordedPrompt(RecordedExchange exchange, String template, PromptTurn turn) {}

    /// A request beside the one whose answer it carries.
    public record RecordedStep(RecordedPrompt prompt, int previous, PrefixComparison comparison) {}

    /// The prompt of an exchange; empty if its body was removed.
    ///
    /// @param template name of a template; without it, the one that fits the model's name
    public Uni<Optional<RecordedPrompt>> prompt(RecordedExchange exchange, Optional<String> template) {
        return exchanges
                .body(exchange.run(), exchange.trace().number())
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(body -> body.map(bytes -> render(exchange, bytes, template)));
    }

    /// How the prompt of an exchange goes on from that of its parent; empty for one that begins a conversation, and
    /// where a body was removed.
    public Uni<Optional<RecordedStep>> step(RecordedExchange exchange, Optional<String> template) {
        if (exchange.trace().link().parent().isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        int parent = exchange.trace().link().parent().getAsInt();
        return exchanges
                .find(exchange.run(), parent)
                .flatMap(found -> found.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : step(found.get(), exchange, template));
    }

    private Uni<Optional<RecordedStep>> step(
            RecordedExchange parent, RecordedExchange exchange, Optional<String> template) {
        return prompt(parent, template)
                .flatMap(before -> prompt(exchange, template)
                        .flatMap(after -> answer(parent.run(), parent.trace().answerKey())
                                .emitOn(Infrastructure.getDefaultWorkerPool())
                                .map(answer -> before.flatMap(from -> after.map(to -> new RecordedStep(
                                        to,
                                        parent.trace().number(),
                                        PrefixComparison.of(
                                                from.turn(), answer, to.turn(), PrefixMeasure.CHARACTERS)))))));
    }

    private Uni<Optional<ObjectNode>> answer(RunId run, String key) {
        return exchanges.answer(run, key).map(answer -> answer.flatMap(RecordedMessage::of));
    }

    private RecordedPrompt render(RecordedExchange exchange, byte[] body, Optional<String> template) {
        RecordedRequest request = read(exchange, body);
        String name = template.or(() -> library.nameFor(request.model()))
                .orElseThrow(() -> new UnknownTemplateException(request.model(), library.names()));
        NamedTemplate chosen =
                library.find(name).orElseThrow(() -> new UnknownTemplateException(name, library.names()));
        LocalDateTime received = LocalDateTime.ofInstant(exchange.received(), ZoneId.systemDefault());
        return new RecordedPrompt(exchange, name, PromptTurn.of(chosen.template(), request.context(), received));
    }

    private static RecordedRequest read(RecordedExchange exchange, byte[] body) {
        try {
            return RecordedRequest.read(exchange.trace().facts().dialect(), body);
        } catch (WireException e) {
            throw new UnreadableRequestException(exchange.trace().number(), e);
        }
    }
}

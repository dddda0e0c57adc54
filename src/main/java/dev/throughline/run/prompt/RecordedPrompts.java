package dev.throughline.run.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.Backends;
import dev.throughline.prompt.NamedTemplate;
import dev.throughline.prompt.RenderWorkers;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.prompt.UnknownTemplateException;
import dev.throughline.render.ChatForm;
import dev.throughline.render.PromptTurn;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RunId;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.wire.WireException;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;

/// The prompts of recorded requests. They are rendered by [RenderWorkers].
@ApplicationScoped
public class RecordedPrompts {
    private final ExchangeStore exchangeStore;
    private final TemplateLibrary library;
    private final Backends backends;
    private final RenderWorkers workers;

    RecordedPrompts(ExchangeStore exchangeStore, TemplateLibrary library, Backends backends, RenderWorkers workers) {
        this.workers = workers;
        this.backends = backends;
        this.exchangeStore = exchangeStore;
        this.library = library;
    }

    /// A recorded request and the prompt that a template renders from it.
    ///
    /// @param template the template's name
    public record RecordedPrompt(RecordedExchange exchange, String template, PromptTurn turn) {}

    /// The prompt of an exchange; empty if its body was removed.
    ///
    /// @param template name of a template; by default the one that matches the model's name
    public Uni<Optional<RecordedPrompt>> prompt(RecordedExchange exchange, Optional<String> template) {
        return exchangeStore
                .body(exchange.run(), exchange.trace().number())
                .flatMap(body -> workers.run(() -> body.map(bytes -> rendered(exchange, bytes, template))));
    }

    /// The answer of a run, or of another run of its key, as the assistant message that a template sees; empty if it is
    /// unfinished or was removed in part, or if its calls have arguments that are not JSON.
    ///
    /// @param key the key of the answer's ids
    /// @param form of the request that carries it
    public Uni<Optional<ObjectNode>> message(RunId run, String key, ChatForm form) {
        return exchangeStore.answer(run, key).map(answer -> answer.flatMap(known -> RecordedMessage.of(known, form)));
    }

    /// How the server that a request was sent to hands messages to its template, by the kind of the backend.
    public ChatForm form(Optional<SelectedBackend> backend) {
        return backend.flatMap(asked -> backends.find(asked.name()))
                .flatMap(asked -> ChatForm.find(asked.kindSoFar().id()))
                .orElse(ChatForm.TRANSFORMERS);
    }

    /// The prompt of an exchange whose body has been read. Takes time in proportion to the body: not for an event
    /// loop.
    ///
    /// @param template name of a template; by default the one that matches the model's name
    public RecordedPrompt rendered(RecordedExchange exchange, byte[] body, Optional<String> template) {
        RecordedRequest request = read(exchange, body);
        String name = template.or(() -> library.nameFor(request.model()))
                .orElseThrow(() -> new UnknownTemplateException(request.model(), library.names()));
        NamedTemplate chosen =
                library.find(name).orElseThrow(() -> new UnknownTemplateException(name, library.names()));
        LocalDateTime received = LocalDateTime.ofInstant(exchange.received(), ZoneId.systemDefault());
        return new RecordedPrompt(exchange, name, PromptTurn.of(chosen.template(), request.input(), received));
    }

    private RecordedRequest read(RecordedExchange exchange, byte[] body) {
        try {
            return RecordedRequest.read(exchange.trace().facts().dialect(), body, form(exchange.backend()));
        } catch (WireException e) {
            throw new UnreadableRequestException(exchange.trace().number(), e);
        }
    }

    /// A recorded request that cannot be rendered.
    public static final class UnreadableRequestException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnreadableRequestException(int number, WireException cause) {
            super("Exchange " + number + " has no prompt: " + cause.getMessage(), cause, false, false);
        }
    }
}

package dev.throughline.run.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.Backends;
import dev.throughline.prompt.RenderWorkers;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.prompt.TokenizerLibrary;
import dev.throughline.prompt.UnknownTemplateException;
import dev.throughline.render.PrefixComparison;
import dev.throughline.render.PrefixMeasure;
import dev.throughline.render.ServerCache;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.prompt.RecordedPrompts.RecordedPrompt;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.OptionalInt;

/// Compares recorded requests with those that they continue. Rendering and token counting run on the threads of
/// [RenderWorkers].
@ApplicationScoped
public class RecordedPrefixComparer {
    private final ExchangeStore exchangeStore;
    private final RecordedPrompts prompts;
    private final TemplateLibrary library;
    private final TokenizerLibrary tokenizers;
    private final Backends backends;
    private final RenderWorkers workers;

    RecordedPrefixComparer(
            ExchangeStore exchangeStore,
            RecordedPrompts prompts,
            TemplateLibrary library,
            TokenizerLibrary tokenizers,
            Backends backends,
            RenderWorkers workers) {
        this.workers = workers;
        this.exchangeStore = exchangeStore;
        this.prompts = prompts;
        this.library = library;
        this.tokenizers = tokenizers;
        this.backends = backends;
    }

    /// How the prompt of an exchange continues that of its parent; empty for an exchange that begins a
    /// conversation, and if a body was removed.
    ///
    /// @param template name of a template; by default the one that matches the model's name
    /// @param latest the prompts that this pass over the run rendered
    public Uni<Optional<RecordedStep>> step(
            RecordedExchange exchange, Optional<String> template, LatestPrompts latest) {
        if (exchange.trace().link().parent().isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        int parent = exchange.trace().link().parent().getAsInt();
        return before(exchange, parent, template, latest)
                .flatMap(before -> before.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : compared(before.get(), exchange, template, latest));
    }

    private Uni<Optional<RecordedPrompt>> before(
            RecordedExchange exchange, int parent, Optional<String> template, LatestPrompts latest) {
        Optional<RecordedPrompt> known = latest.find(parent);
        return known.isPresent()
                ? Uni.createFrom().item(known)
                : exchangeStore
                        .alone(exchange.run(), parent)
                        .flatMap(found -> found.isEmpty()
                                ? Uni.createFrom().item(Optional.empty())
                                : prompt(found.get(), exchange, template));
    }

    /// @param compared the exchange whose model is named if no template is known
    private Uni<Optional<RecordedPrompt>> prompt(
            RecordedExchange exchange, RecordedExchange compared, Optional<String> template) {
        Optional<String> name = template.or(() -> templateOf(exchange));
        return name.isEmpty()
                ? Uni.createFrom().failure(new UnknownTemplateException(model(compared), library.names()))
                : prompts.prompt(exchange, name);
    }

    /// The answer is read beside the prompt.
    private Uni<Optional<RecordedStep>> compared(
            RecordedPrompt before, RecordedExchange exchange, Optional<String> template, LatestPrompts latest) {
        RecordedExchange parent = before.exchange();
        return Uni.combine()
                .all()
                .unis(
                        prompt(exchange, exchange, template),
                        prompts.message(parent.run(), parent.trace().answerKey(), prompts.form(exchange.backend())))
                .asTuple()
                .invoke(read -> read.getItem1().ifPresent(latest::add))
                .flatMap(read -> tokenizers
                        .ready(read.getItem1().stream()
                                .flatMap(after -> tokenizer(after).stream())
                                .toList())
                        .chain(() -> workers.run(
                                () -> read.getItem1().map(after -> compare(before, read.getItem2(), after)))));
    }

    private Optional<String> tokenizer(RecordedPrompt prompt) {
        return tokenizers.nameFor(prompt.template(), model(prompt.exchange()));
    }

    private RecordedStep compare(RecordedPrompt before, Optional<ObjectNode> answer, RecordedPrompt after) {
        RecordedExchange exchange = after.exchange();
        String model = model(exchange);
        PrefixMeasure measure = tokenizer(after)
                .flatMap(tokenizers::find)
                .map((Tokenizer tokenizer) -> PrefixMeasure.tokens(tokenizer))
                .orElseGet(() -> PrefixMeasure.estimated(counted(exchange)));
        PrefixComparison comparison = PrefixComparison.of(before.turn(), answer, after.turn(), measure);
        return new RecordedStep(
                after,
                before.exchange().trace().number(),
                model,
                comparison,
                measure.isEstimated(),
                exchange.backend().map(_ -> new ServerCache(comparison.common(), reported(exchange))));
    }

    /// The template of the backend's settings, otherwise the one for its name of the model, otherwise the
    /// one for the name in the request. Found without reading the request's body.
    private Optional<String> templateOf(RecordedExchange exchange) {
        return exchange.backend()
                .flatMap(asked -> backends.find(asked.name()))
                .flatMap(backend -> backend.settings().template())
                .or(() -> library.nameFor(model(exchange)))
                .or(() -> library.nameFor(exchange.trace().facts().model()));
    }

    private static String model(RecordedExchange exchange) {
        return exchange.backend()
                .map(SelectedBackend::model)
                .filter(name -> !name.isEmpty())
                .orElseGet(() -> exchange.trace().facts().model());
    }

    private static int counted(RecordedExchange exchange) {
        return exchange.end().map(end -> end.usage().inputTokens()).orElse(0);
    }

    /// A server that read nothing from its cache often omits the field, so 0 alone is inconclusive.
    private static OptionalInt reported(RecordedExchange exchange) {
        int cached = exchange.end().map(end -> end.usage().cachedTokens()).orElse(0);
        return cached > 0 ? OptionalInt.of(cached) : OptionalInt.empty();
    }
}

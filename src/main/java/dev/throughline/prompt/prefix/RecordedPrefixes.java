package dev.throughline.prompt.prefix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.prompt.RecordedPrompts;
import dev.throughline.prompt.RecordedPrompts.RecordedPrompt;
import dev.throughline.prompt.TokenizerLibrary;
import dev.throughline.render.prefix.PrefixComparison;
import dev.throughline.render.prefix.PrefixMeasure;
import dev.throughline.render.prefix.ServerCache;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.run.AskedBackend;
import dev.throughline.run.Exchanges;
import dev.throughline.run.RecordedExchange;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.OptionalInt;

/// Compares recorded requests with those that they continue. Rendering and counting run on a worker
/// thread.
@ApplicationScoped
public class RecordedPrefixes {
    private final Exchanges exchanges;
    private final RecordedPrompts prompts;
    private final TokenizerLibrary tokenizers;
    private final PriceBook prices;
    private final CacheBlocks blocks;

    RecordedPrefixes(
            Exchanges exchanges,
            RecordedPrompts prompts,
            TokenizerLibrary tokenizers,
            PriceBook prices,
            CacheBlocks blocks) {
        this.exchanges = exchanges;
        this.prompts = prompts;
        this.tokenizers = tokenizers;
        this.prices = prices;
        this.blocks = blocks;
    }

    /// How the prompt of an exchange goes on from that of its parent; empty for one that begins a
    /// conversation, and
    /// where a body was removed.
    ///
    /// @param template name of a template; without it, the one that fits the model's name
    public Uni<Optional<RecordedStep>> step(RecordedExchange exchange, Optional<String> template) {
        if (exchange.trace().link().parent().isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        return exchanges
                .find(exchange.run(), exchange.trace().link().parent().getAsInt())
                .flatMap(found -> found.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : step(found.get(), exchange, template));
    }

    private Uni<Optional<RecordedStep>> step(
            RecordedExchange parent, RecordedExchange exchange, Optional<String> template) {
        return prompts.prompt(parent, template)
                .flatMap(before -> before.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : prompts.prompt(exchange, template)
                                .flatMap(after -> after.isEmpty()
                                        ? Uni.createFrom().item(Optional.empty())
                                        : compared(before.get(), after.get()).map(Optional::of)));
    }

    private Uni<RecordedStep> compared(RecordedPrompt before, RecordedPrompt after) {
        RecordedExchange parent = before.exchange();
        return prompts.message(parent.run(), parent.trace().answerKey())
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(answer -> compare(before, answer, after));
    }

    private RecordedStep compare(RecordedPrompt before, Optional<ObjectNode> answer, RecordedPrompt after) {
        RecordedExchange exchange = after.exchange();
        String model = exchange.backend()
                .map(AskedBackend::model)
                .filter(name -> !name.isEmpty())
                .orElseGet(() -> exchange.trace().facts().model());
        PrefixMeasure measure = tokenizers
                .nameFor(after.template(), model)
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
                exchange.backend()
                        .map(asked -> ServerCache.of(comparison.common(), blocks.of(asked.name()), reported(exchange))),
                prices.find(model));
    }

    private static int counted(RecordedExchange exchange) {
        return exchange.end().map(end -> end.usage().inputTokens()).orElse(0);
    }

    /// A server that read nothing from its cache often leaves the field out, so that 0 says nothing by
    /// itself.
    private static OptionalInt reported(RecordedExchange exchange) {
        int cached = exchange.end().map(end -> end.usage().cachedTokens()).orElse(0);
        return cached > 0 ? OptionalInt.of(cached) : OptionalInt.empty();
    }
}

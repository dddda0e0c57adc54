package dev.throughline.run.prompt.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.prompt.api.ComparisonView;
import dev.throughline.render.prefix.PrefixMeasure;
import dev.throughline.render.prefix.ServerCache;
import dev.throughline.render.prefix.TokenPrice;
import dev.throughline.run.prompt.prefix.RecordedStep;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalInt;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// How much of their predecessors' prompts the requests of a run repeat.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "PrefixPage", description = "How far requests repeat the previous prompts.")
record PrefixPage(
        @Schema(required = true) List<PrefixStep> steps,

        @Schema(description = "Value of `after` for the next page; absent on the last.") @Nullable
        Integer next) {

    /// A request compared with the one whose answer it carries.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "PrefixStep", description = "A request compared with the one whose answer it carries.")
    record PrefixStep(
            @Schema(required = true, description = "Number of the exchange.")
            int exchange,

            @Schema(required = true, description = "Number of the one that it continues.")
            int previous,

            @Schema(required = true, description = "Name of the template.")
            String template,

            @Schema(required = true, description = "Name of the model.", examples = "glm-4.7")
            String model,

            @Schema(required = true) ComparisonView comparison,

            @Schema(description = "Cost of `wasted`; absent if no price of the model is known.") @Nullable
            MoneyView money,

            @Schema(description = "The cache use that the server reports; absent for the stub.") @Nullable
            ServerCacheView cache) {

        static PrefixStep of(RecordedStep step) {
            return new PrefixStep(
                    step.number(),
                    step.previous(),
                    step.prompt().template(),
                    step.model(),
                    ComparisonView.of(step.comparison(), PrefixMeasure.TOKEN, step.isEstimated()),
                    step.price()
                            .map(price -> MoneyView.of(price, step.comparison().wasted()))
                            .orElse(null),
                    step.cache().map(ServerCacheView::of).orElse(null));
        }
    }

    /// The cost of wasted tokens.
    @Schema(
            name = "WastedMoney",
            description = "What wasted tokens cost at a vendor's list price: wasted × (input − cached) / 1,000,000.")
    record MoneyView(
            @Schema(required = true, examples = "0.01101569")
            BigDecimal amount,

            @Schema(required = true, examples = "USD") String currency,

            @Schema(required = true, description = "Price of a million tokens that are computed.")
            BigDecimal input,

            @Schema(required = true, description = "Price of a million tokens that are read from a cache.")
            BigDecimal cached,

            @Schema(required = true, description = "Day on which the price was read.")
            LocalDate date,

            @Schema(required = true, description = "Where it was read.")
            String source) {

        static MoneyView of(TokenPrice price, int wasted) {
            return new MoneyView(
                    price.ofWasted(wasted),
                    price.currency(),
                    price.input(),
                    price.cached(),
                    price.date(),
                    price.source());
        }
    }

    /// The cached tokens that a server could have reused, and those that it reports.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(
            name = "ServerCache",
            description = "What a server could have reused, and what it reports it did. In tokens.")
    record ServerCacheView(
            @Schema(required = true, description = "Number of tokens per cache block.")
            int block,

            @Schema(required = true, description = "Whole blocks of the common prefix.")
            int reusable,

            @Schema(description = "Tokens that it reports as read from its cache; absent if it reports none.") @Nullable
            Integer reported,

            @Schema(
                    description = "reusable − reported: eviction or routing, never caused by the prompt; absent where"
                            + " it reports none.")
            @Nullable
            Integer unexplained) {

        static ServerCacheView of(ServerCache cache) {
            return new ServerCacheView(
                    cache.block(), cache.reusable(), number(cache.reported()), number(cache.unexplained()));
        }

        private static @Nullable Integer number(OptionalInt number) {
            return number.isPresent() ? Integer.valueOf(number.getAsInt()) : null;
        }
    }

    static PrefixPage of(List<PrefixStep> steps, @Nullable Integer next) {
        return new PrefixPage(List.copyOf(steps), next);
    }
}

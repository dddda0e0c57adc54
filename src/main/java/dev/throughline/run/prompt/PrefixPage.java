package dev.throughline.run.prompt;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.prompt.ComparisonView;
import dev.throughline.render.PrefixMeasure;
import dev.throughline.render.ServerCache;
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

            @Schema(
                    required = true,
                    description = "How the template was given the request, as of `mode` of a prompt.",
                    enumeration = {"transformers", "vllm"})
            String mode,

            @Schema(required = true, description = "Name of the model.", examples = "glm-4.7")
            String model,

            @Schema(required = true) ComparisonView comparison,

            @Schema(description = "The cache use that the server reports; absent for the stub.") @Nullable
            ServerCacheView cache) {
        static PrefixStep of(RecordedStep step) {
            return new PrefixStep(
                    step.number(),
                    step.previous(),
                    step.prompt().template(),
                    step.prompt().turn().input().mode(),
                    step.model(),
                    ComparisonView.of(step.comparison(), PrefixMeasure.TOKEN, step.isEstimated()),
                    step.cache().map(ServerCacheView::of).orElse(null));
        }
    }

    /// The cached tokens that a server could have reused, and those that it reports.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(
            name = "ServerCache",
            description = "What a server could have reused, and what it reports it did. In tokens.")
    record ServerCacheView(
            @Schema(required = true, description = "Those of the common prefix.")
            int reusable,

            @Schema(description = "Tokens that it reports as read from its cache; absent if it reports none.") @Nullable
            Integer reported,

            @Schema(
                    description =
                            "reusable − reported: eviction or routing, never caused by the prompt; 0 for less than a"
                                    + " block of 128 tokens; absent where it reports none.")
            @Nullable
            Integer unexplained) {
        static ServerCacheView of(ServerCache cache) {
            return new ServerCacheView(cache.reusable(), number(cache.reported()), number(cache.unexplained()));
        }

        private static @Nullable Integer number(OptionalInt number) {
            return number.isPresent() ? Integer.valueOf(number.getAsInt()) : null;
        }
    }

    static PrefixPage of(List<PrefixStep> steps, @Nullable Integer next) {
        return new PrefixPage(List.copyOf(steps), next);
    }
}

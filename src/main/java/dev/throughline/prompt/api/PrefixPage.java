package dev.throughline.prompt.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.prompt.RecordedPrompts.RecordedStep;
import dev.throughline.render.prefix.PrefixMeasure;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// How far the requests of a run repeat one another.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "PrefixPage", description = "How far requests repeat the prompts before them.")
record PrefixPage(
        @Schema(required = true) List<PrefixStep> steps,

        @Schema(description = "Value of `after` for the next page; absent on the last.") @Nullable
        Integer next) {

    /// A request beside the one whose answer it carries.
    @Schema(name = "PrefixStep", description = "A request beside the one whose answer it carries.")
    record PrefixStep(
            @Schema(required = true, description = "Number of the exchange.")
            int exchange,

            @Schema(required = true, description = "Number of the one that it continues.")
            int previous,

            @Schema(required = true, description = "Name of the template.")
            String template,

            @Schema(required = true) ComparisonView comparison) {

        static PrefixStep of(RecordedStep step) {
            return new PrefixStep(
                    step.prompt().exchange().trace().number(),
                    step.previous(),
                    step.prompt().template(),
                    ComparisonView.of(step.comparison(), PrefixMeasure.CHARACTERS.unit()));
        }
    }

    static PrefixPage of(List<PrefixStep> steps, @Nullable Integer next) {
        return new PrefixPage(List.copyOf(steps), next);
    }
}

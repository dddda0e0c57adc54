package dev.throughline.prompt;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.render.PrefixCause;
import dev.throughline.render.PrefixComparison;
import dev.throughline.render.PrefixComparison.Divergence;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// How a prompt continues the previous one.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(
        name = "PrefixComparison",
        description =
                "How far a prompt continues the previous one with its answer. Lengths count Unicode characters, or the"
                        + " tokens: of a tokenizer, or estimated.")
public record ComparisonView(
        @Schema(required = true, description = "Length of the common prefix.")
        int common,

        @Schema(
                required = true,
                description = "What could have been reused and was not: the shorter of both less `common`.")
        int wasted,

        @Schema(required = true, description = "Length of the earlier prompt with its answer.")
        int previous,

        @Schema(required = true, description = "Length of the later prompt.")
        int next,

        @Schema(
                required = true,
                description = "Unit of the lengths.",
                enumeration = {"character", "token"})
        String unit,

        @Schema(required = true, description = "Whether the lengths are an estimate, scaled from characters.")
        boolean estimated,

        @Schema(required = true, description = "Whether nothing is wasted.")
        boolean stable,

        @Schema(
                description = "Whether the client, or an option of the template, could have kept the prefix; absent if"
                        + " stable.")
        @Nullable
        Boolean avoidable,

        @Schema(
                description =
                        "An option of the template that would have kept it, where the template left something out.",
                examples = "clear_thinking=false")
        @Nullable
        String remedy,

        @Schema(description = "Why they diverge; absent if stable.") @Nullable
        PrefixCause cause,

        @Schema(description = "JSON pointer to the field that caused it, into the context of the request.") @Nullable
        String pointer,

        @Schema(description = "What the earlier prompt has where they diverge.") @Nullable
        String before,

        @Schema(description = "What the later prompt has there.") @Nullable
        String after,

        @Schema(description = "Of REASONING_DROPPED: whether the template would have left it out anyway.") @Nullable
        Boolean templateClearsAnyway,

        @Schema(
                required = true,
                description = "Whether the answer could be rendered behind the earlier prompt; if not, that prompt"
                        + " alone was compared.")
        boolean answerRendered) {
    /// @param unit unit of the lengths
    /// @param isEstimated whether they are estimated from characters
    public static ComparisonView of(PrefixComparison comparison, String unit, boolean isEstimated) {
        Optional<Divergence> divergence = comparison.divergence();
        return new ComparisonView(
                comparison.common(),
                comparison.wasted(),
                comparison.previous(),
                comparison.next(),
                unit,
                isEstimated,
                comparison.isStable(),
                divergence.map(Divergence::isAvoidable).orElse(null),
                divergence.flatMap(Divergence::remedy).orElse(null),
                divergence.map(Divergence::cause).orElse(null),
                divergence.map(Divergence::pointer).orElse(null),
                divergence.map(Divergence::before).orElse(null),
                divergence.map(Divergence::after).orElse(null),
                divergence
                        .filter(found -> found.cause() == PrefixCause.REASONING_DROPPED)
                        .map(Divergence::templateClearsAnyway)
                        .orElse(null),
                comparison.answerIsRendered());
    }
}

package dev.throughline.run.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The prefix cache that a run's requests lost, as far as they were compared.
///
/// @param compared requests that were compared with the one that they continue
/// @param through number of the last request that was looked at
/// @param isComplete whether that was the last of the run
/// @param isEstimated whether token counts are estimated from characters
/// @param wasted tokens of all losses explained by the prompts
/// @param notes what could not be compared, and what to do about it
@Schema(
        description = "What requests lost of a prefix cache: tokens that the previous prompt and its answer had, and"
                + " that had to be recomputed.")
public record PrefixTally(
        @Schema(description = "Requests that were compared with the one that they continue.")
        int compared,

        @Schema(description = "Number of the last request examined.")
        int through,

        @Schema(description = "Whether that was the last request of the run.")
        boolean complete,

        @Schema(description = "Whether tokens are estimated from characters.")
        boolean estimated,

        @Schema(description = "Tokens of all losses that the prompts explain.")
        long wasted,

        @Schema(description = "Losses by cause and field.") List<Loss> losses,

        @Schema(description = "What could not be compared, and how to fix it.")
        List<String> notes) {
    public PrefixTally {
        losses = List.copyOf(losses);
        notes = List.copyOf(notes);
    }

    /// Losses of one kind.
    ///
    /// @param requests numbers of the exchanges
    /// @param pointer to the field that caused it; with `*` for numbers where they differ; empty for the server
    /// @param least tokens of the smallest, `most` of the largest
    /// @param remedy an option of the template that would have kept the prefix
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "PrefixLoss", description = "Losses of one cause at one kind of field.")
    public record Loss(
            @Schema(description = "Numbers of the exchanges.")
            List<Integer> requests,

            @Schema(
                    description = "Why the prompts diverge, as in PrefixComparison; SERVER if they agree and the server"
                            + " recomputed what it could have reused.",
                    examples = "REASONING_DROPPED")
            String cause,

            @Schema(
                    description = "JSON pointer to the field, with * for numbers that differ; empty for SERVER.",
                    examples = "/messages/6/reasoning_content")
            String pointer,

            @Schema(description = "Tokens of the smallest loss.")
            int least,

            @Schema(description = "Tokens of the largest loss.")
            int most,

            @Schema(description = "Tokens of all losses.") long wasted,

            @Schema(description = "Whether the client, or an option of the template, could have kept the prefix.")
            boolean avoidable,

            @Schema(description = "An option that would have kept it.", examples = "clear_thinking=false") @Nullable
            String remedy) {
        public Loss {
            requests = List.copyOf(requests);
        }
    }
}

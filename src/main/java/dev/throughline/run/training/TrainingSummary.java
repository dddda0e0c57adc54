package dev.throughline.run.training;

import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// The contents of an export, and what it left out.
@Schema(name = "TrainingSummary", description = "The available training samples, and what was omitted and why.")
public record TrainingSummary(
        @Schema(description = "Branches of the run's conversations.")
        long branches,

        @Schema(
                description = "Rows, one per branch; of the shape `sampled` one more where a prompt does not continue"
                        + " the ids before it.")
        long rows,

        @Schema(description = "Branches without a row, by reason.")
        Map<String, Long> leftOut) {}

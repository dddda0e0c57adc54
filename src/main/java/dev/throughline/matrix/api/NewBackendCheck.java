package dev.throughline.matrix.api;

import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /backend-checks`. `BackendCheckReader` says what is valid.
@Schema(description = "The results of a backend check.")
record NewBackendCheck(
        @Schema(required = true) @Nullable Backend backend,

        @Schema(description = "The model that was requested.", examples = "glm-4.7") @Nullable
        String model,

        @Schema(description = "SHA-256 of the backend's chat template in hexadecimal, if it exposes it.") @Nullable
        String template,

        @Schema(description = "Number of requests that the check made.") @Nullable
        Integer requests,

        @Schema(description = "Duration of the check.") @Nullable
        Double seconds,

        @Schema(required = true, description = "One entry for each dialect that the backend answers.") @Nullable
        List<@Nullable Checked> dialects) {

    /// What was checked.
    @Schema(name = "CheckedBackend", description = "A backend with its version.")
    record Backend(
            @Schema(required = true, examples = "llama.cpp") @Nullable
            String name,

            @Schema(required = true, examples = "b4712") @Nullable
            String version) {}

    /// The results for one dialect.
    @Schema(name = "CheckedDialect", description = "What was found in one dialect.")
    record Checked(
            @Schema(
                    required = true,
                    enumeration = {"openai-chat", "anthropic", "responses"})
            @Nullable
            String dialect,

            @Schema(
                    description = "How it was determined what reaches the prompt.",
                    enumeration = {"APPLY_TEMPLATE", "TOKENIZE", "USAGE", "COUNT_TOKENS", "NONE"})
            @Nullable
            String proof,

            @Schema(required = true) @Nullable Think think,
            @Nullable Quality quality) {}

    /// Whether reasoning of the history reaches the prompt.
    @Schema(name = "CheckedThink", description = "Whether reasoning of the history reaches the prompt.")
    record Think(
            @Schema(
                    required = true,
                    enumeration = {"PRESERVED", "PARTIAL", "BROKEN", "INCONCLUSIVE"})
            @Nullable
            String status,

            @Schema(
                    required = true,
                    enumeration = {"PRESERVED", "PARTIAL", "BROKEN", "INCONCLUSIVE"})
            @Nullable
            String withinTurn,

            @Schema(
                    required = true,
                    enumeration = {"PRESERVED", "PARTIAL", "BROKEN", "INCONCLUSIVE"})
            @Nullable
            String acrossTurns) {}

    /// Counters by the names of vendors' verifiers; null where nothing can tell right from wrong.
    @Schema(
            name = "CallQuality",
            description = "Counters under the names that vendors' verifiers use; null if none" + " was counted.")
    record Quality(
            @Schema(name = "tool_call_f1", description = "Against the vendor's own service.") @Nullable
            Counter tool_call_f1,

            @Schema(name = "schema_accuracy", description = "Calls that fit the tool's schema.") @Nullable
            Counter schema_accuracy) {}

    /// A ratio.
    @Schema(name = "Counter", description = "A share, of at least one.")
    record Counter(@Nullable Integer numerator, @Nullable Integer denominator) {}
}

package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.rest.NumberBetween;
import dev.throughline.rest.PlainText;
import dev.throughline.verdict.Status;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /backend-checks`.
@Schema(description = "The results of a backend check.")
record NewBackendCheck(
        @Schema(required = true) @Valid @NotNull @Nullable Backend backend,

        @Schema(description = "The model that was requested.", examples = "glm-4.7") @PlainText(max = 200) @Nullable
        String model,

        @Schema(description = "SHA-256 of the backend's chat template in hexadecimal, if it exposes it.")
        @Pattern(regexp = "(?:[0-9a-f]{64})?", message = "a SHA-256 in hexadecimal was expected.")
        @Nullable
        String template,

        @Schema(description = "Number of requests that the check made.")
        @NumberBetween(min = 0, max = 1_000_000)
        @Nullable
        Integer requests,

        @Schema(description = "Duration of the check.") @NumberBetween(min = 0, max = 1_000_000) @Nullable
        Double seconds,

        @Schema(required = true, description = "One entry for each dialect that the backend answers.")
        @NotNull
        @Size(min = 1, max = 3, message = "one to three were expected.")
        @Nullable
        List<@Valid @NotNull @Nullable Checked> dialects) {
    /// The check's result.
    @Schema(name = "CheckedBackend", description = "A backend with its version.")
    record Backend(
            @Schema(required = true, examples = "llama.cpp")
            @PlainText(max = 100)
            @NotBlank
            @Pattern(
                    regexp = "[a-z0-9][a-z0-9._@/-]{0,99}",
                    message = "lower case letters, digits and . _ @ / - were expected.")
            @Nullable
            String name,

            @Schema(required = true, examples = "b4712") @PlainText(max = 100) @NotBlank @Nullable
            String version) {}

    /// The results for one dialect.
    @Schema(name = "CheckedDialect", description = "What was found in one dialect.")
    record Checked(
            @Schema(
                    required = true,
                    implementation = String.class,
                    enumeration = {"openai-chat", "anthropic", "responses"})
            @NotNull
            @Nullable
            Dialect dialect,

            @Schema(
                    description = "How it was determined what reaches the prompt.",
                    enumeration = {"APPLY_TEMPLATE", "TOKENIZE", "USAGE", "COUNT_TOKENS", "NONE"})
            @PlainText(max = 100)
            @Nullable
            String proof,

            @Schema(required = true) @Valid @NotNull @Nullable
            Think think,

            @Valid @Nullable Quality quality) {}

    /// Whether reasoning of the history reaches the prompt.
    @Schema(name = "CheckedThink", description = "Whether reasoning of the history reaches the prompt.")
    record Think(
            @Schema(
                    required = true,
                    implementation = String.class,
                    enumeration = {"PRESERVED", "PARTIAL", "BROKEN", "INCONCLUSIVE"})
            @NotNull
            @Nullable
            Status status,

            @Schema(
                    required = true,
                    implementation = String.class,
                    enumeration = {"PRESERVED", "PARTIAL", "BROKEN", "INCONCLUSIVE"})
            @NotNull
            @Nullable
            Status withinTurn,

            @Schema(
                    required = true,
                    implementation = String.class,
                    enumeration = {"PRESERVED", "PARTIAL", "BROKEN", "INCONCLUSIVE"})
            @NotNull
            @Nullable
            Status acrossTurns) {}

    /// Counters by the names of vendors' verifiers; null where nothing can be judged right or wrong.
    @Schema(
            name = "CallQuality",
            description = "Counters under the names that vendors' verifiers use; null if none" + " was counted.")
    record Quality(
            @Schema(name = "tool_call_f1", description = "Against the vendor's own service.") @Valid @Nullable
            Counter tool_call_f1,

            @Schema(name = "schema_accuracy", description = "Calls that fit the tool's schema.") @Valid @Nullable
            Counter schema_accuracy) {}

    /// A ratio.
    @Schema(name = "Counter", description = "A share, of at least one.")
    record Counter(
            @NotNull @NumberBetween(min = 0, max = 1_000_000) @Nullable
            Integer numerator,

            @NotNull @NumberBetween(min = 1, max = 1_000_000) @Nullable
            Integer denominator) {}
}

package dev.throughline.matrix.api;

import dev.throughline.rest.input.PlainText;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.LocalDate;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /claims`.
@Schema(description = "A third-party report.")
record NewClaim(
        @Schema(required = true, description = "Id of the product.", examples = "opencode")
        @PlainText(max = 100)
        @NotBlank
        @Nullable
        String product,

        @Schema(description = "Its version; absent when the report names none.", examples = "0.3.0")
        @PlainText(max = 100)
        @Nullable
        String version,

        @Schema(
                implementation = String.class,
                description = "The capability that the report is about.",
                enumeration = {
                    "THINK",
                    "CONTENT",
                    "TOOL_ID",
                    "TOOL_IN",
                    "TOOL_OUT",
                    "SIGNATURE",
                    "ORDER",
                    "PARAMS",
                    "CACHE"
                },
                defaultValue = "THINK")
        @Nullable
        Capability capability,

        @Schema(
                required = true,
                implementation = String.class,
                enumeration = {"PRESERVED", "PARTIAL", "BROKEN", "UNSUPPORTED", "UNTESTED"})
        @NotNull
        @Nullable
        ReportedStatus status,

        @Schema(required = true, description = "What was reported, in one sentence of at most 500 characters.")
        @PlainText(max = 500)
        @NotBlank
        @Nullable
        String text,

        @Schema(
                required = true,
                description = "Where: an http or https URL, or the name of a document; at most 500 characters.")
        @PlainText(max = 500)
        @NotBlank
        @Nullable
        String source,

        @Schema(
                implementation = String.class,
                description = "The day of the report, not in the future; today if absent.",
                examples = "2026-01-24")
        @Nullable
        LocalDate reported) {

    /// What a report can state.
    enum ReportedStatus {
        PRESERVED,
        PARTIAL,
        BROKEN,
        UNSUPPORTED,
        UNTESTED;

        Optional<Status> status() {
            return this == UNTESTED ? Optional.empty() : Optional.of(Status.valueOf(name()));
        }
    }
}

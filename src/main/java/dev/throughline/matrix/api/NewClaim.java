package dev.throughline.matrix.api;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /claims`. `ClaimReader` says what is valid.
@Schema(description = "A third-party report.")
record NewClaim(
        @Schema(required = true, description = "Id of the product.", examples = "opencode") @Nullable
        String product,

        @Schema(description = "Its version; absent when the report names none.", examples = "0.3.0") @Nullable
        String version,

        @Schema(
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
        String capability,

        @Schema(
                required = true,
                enumeration = {"PRESERVED", "PARTIAL", "BROKEN", "UNSUPPORTED", "UNTESTED"})
        @Nullable
        String status,

        @Schema(required = true, description = "What was reported, in one sentence of at most 500 characters.")
        @Nullable
        String text,

        @Schema(
                required = true,
                description = "Where: an http or https URL, or the name of a document; at most 500 characters.")
        @Nullable
        String source,

        @Schema(description = "The day of the report, not in the future; today if absent.", examples = "2026-01-24")
        @Nullable
        String reported) {}

package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /runs`; every field may be absent. `RunSettingsParser` says what is valid and what absent means.
@Schema(description = "The settings of a new run. Every field is optional.")
record NewRun(
        @Schema(description = "A label for the run, at most 200 characters.", defaultValue = "") @Nullable
        String label,

        @Schema(
                description = "What answers: the stub or a backend.",
                enumeration = {"stub", "proxy"},
                defaultValue = "stub")
        @Nullable
        String mode,

        @Schema(
                description = "Name of the configured backend of a proxy run, which must have one; GET /health lists"
                        + " them. run:ID: the stub of an open run of the same key, with the"
                        + " default settings of a backend.")
        @Nullable
        String backend,

        @Schema(
                description = "The scenario of the stub's answers.",
                enumeration = {"chat", "tools", "parallel", "interleaved", "long", "plain"},
                defaultValue = "tools")
        @Nullable
        String scenario,

        @Schema(
                description = "How the stub writes reasoning and calls: in the dialect's fields, or"
                        + " in the content, as a"
                        + " backend without parsers sends them.",
                enumeration = {"native", "raw-glm-4.5", "raw-glm-4.7"},
                defaultValue = "native")
        @Nullable
        String output,

        @Schema(
                description = "Where an OpenAI chat answer carries reasoning.",
                enumeration = {"reasoning_content", "reasoning", "reasoning_text", "reasoning_details", "both"},
                defaultValue = "reasoning_content")
        @Nullable
        String reasoningField,

        @Schema(
                description = "When reasoning of earlier turns must be returned: always, or in the tool loop only.",
                enumeration = {"preserved", "interleaved"},
                defaultValue = "preserved")
        @Nullable
        String policy,

        @Schema(description = "Deltas per answer in scenario long, 1 to 1000000.", defaultValue = "200") @Nullable
        Integer tokens,

        @Schema(
                implementation = String.class,
                description = "Time between deltas, at most a minute: an ISO-8601 duration (PT0.02S) or a whole number"
                        + " of milliseconds.",
                defaultValue = "PT0S")
        @Nullable
        JsonNode pace,

        @Schema(description = "Whether Anthropic answers begin with a redacted_thinking block.", defaultValue = "false")
        @Nullable
        Boolean redacted,

        @Nullable NewClient client,

        @Nullable NewGateway gateway,

        @Schema(description = "Faults to inject in a stub run, at most 100.") @Nullable
        List<@Nullable NewFault> faults,

        @Schema(
                description = "Seed that makes the filler text and the chunk boundaries repeatable.",
                defaultValue = "0")
        @Nullable
        Long seed,

        @Schema(
                description = "Number of requests after which the run returns an error, 1 to 1000000.",
                defaultValue = "1000")
        @Nullable
        Integer maxRequests,

        @Schema(
                implementation = String.class,
                description = "Time without a request after which the run is sealed, a second to seven days: an"
                        + " ISO-8601 duration (PT30M) or a whole number of milliseconds. PT0S: only its opener seals"
                        + " it, so that an interrupted run never counts.",
                defaultValue = "PT30M")
        @Nullable
        JsonNode idleTimeout) {

    static final NewRun EMPTY =
            new NewRun(null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    /// The client to be tested.
    @Schema(description = "The client under test. It is declared here because a User-Agent proves nothing.")
    record NewClient(
            @Schema(required = true, examples = "opencode") @Nullable
            String name,

            @Schema(required = true, examples = "1.18.33") @Nullable
            String version,

            @Schema(description = "Variant of the recipe, if any.") @Nullable
            String variant,

            @Schema(
                    description = "The protocol that the client is configured with.",
                    enumeration = {"openai-chat", "anthropic", "responses"})
            @Nullable
            String dialect,

            @Schema(description = "The model id that the client is configured with.", examples = "glm-4.7") @Nullable
            String model) {}

    /// The proxy between the client and a stub run.
    @Schema(
            description = "The proxy between the client and the stub, as declared here: what the stub receives"
                    + " then counts for the client through this proxy. Stub runs only.")
    record NewGateway(
            @Schema(required = true, examples = "throughline") @Nullable
            String name,

            @Schema(required = true, examples = "0.1.0") @Nullable
            String version) {}

    /// One fault.
    @Schema(description = "One injected fault.")
    record NewFault(
            @Schema(
                    required = true,
                    enumeration = {
                        "delay-first-byte",
                        "delay-chunks",
                        "slice",
                        "drop-after",
                        "drop-inside-character",
                        "malformed-event",
                        "missing-end",
                        "error-event",
                        "status-429",
                        "status-500",
                        "status-529",
                        "empty-body",
                        "hang"
                    })
            @Nullable
            String kind,

            @Schema(description = "The exchange in which it occurs, from 1; absent for all.") @Nullable
            Integer exchange,

            @Schema(
                    description = "Milliseconds for the delays (default 1000 and 100), bytes for slice (1), events for"
                            + " drop-after, error-event and malformed-event (3), seconds of Retry-After for status-429"
                            + " (-1 for none, the default).")
            @Nullable
            Integer amount) {}
}

package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /runs`; every field is optional. `RunSettingsParser` defines the valid values and the
/// defaults.
@Schema(description = "What a run is opened with. Every field may be absent.")
record NewRun(
        @Schema(description = "A person's name for the run, at most 200 characters.", defaultValue = "") @Nullable
        String label,

        @Schema(
                description = "Who answers.",
                enumeration = {"stub", "proxy"},
                defaultValue = "stub")
        @Nullable
        String mode,

        @Schema(
                description = "Name of the configured backend of a proxy run, which must have one; GET /health lists"
                        + " them. run:ID: the stub of an open run of one's own, in the default settings of a backend.")
        @Nullable
        String backend,

        @Schema(
                description = "What the stub's answers are made of.",
                enumeration = {"chat", "tools", "parallel", "interleaved", "long", "plain"},
                defaultValue = "tools")
        @Nullable
        String scenario,

        @Schema(
                description = "How the stub writes reasoning and calls: as the dialect has it, or in the content, as a"
                        + " backend without parsers sends it.",
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
                description = "When reasoning of earlier turns must come back: always, or in the tool loop only.",
                enumeration = {"preserved", "interleaved"},
                defaultValue = "preserved")
        @Nullable
        String policy,

        @Schema(description = "Deltas of an answer in scenario long, 1 to 1000000.", defaultValue = "200") @Nullable
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

        @Schema(description = "What goes wrong on purpose in a stub run, at most 100.") @Nullable
        List<@Nullable NewFault> faults,

        @Schema(description = "Makes the filler text and the cuts repeatable.", defaultValue = "0") @Nullable
        Long seed,

        @Schema(
                description = "Requests after which the run answers with an error, 1 to 1000000.",
                defaultValue = "1000")
        @Nullable
        Integer maxRequests,

        @Schema(
                implementation = String.class,
                description = "Time without a request after which the run is sealed, a second to seven days: an"
                        + " ISO-8601 duration (PT30M) or a whole number of milliseconds. PT0S: only its opener seals"
                        + " it, so that one that was broken off never counts.",
                defaultValue = "PT30M")
        @Nullable
        JsonNode idleTimeout) {

    static final NewRun EMPTY =
            new NewRun(null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    /// The client under test.
    @Schema(description = "The client to be tested. A User-Agent is no proof, so the opener says it.")
    record NewClient(
            @Schema(required = true, examples = "opencode") @Nullable
            String name,

            @Schema(required = true, examples = "1.18.33") @Nullable
            String version,

            @Schema(description = "Setting of the recipe, where it matters.") @Nullable
            String variant,

            @Schema(
                    description = "The protocol that the client is told to speak.",
                    enumeration = {"openai-chat", "anthropic", "responses"})
            @Nullable
            String dialect,

            @Schema(description = "The model id that the client is told.", examples = "glm-4.7") @Nullable
            String model) {}

    /// The proxy between the client and a stub run.
    @Schema(
            description = "The proxy between the client and the stub, as its opener declares it: what the stub receives"
                    + " then counts for the client through this proxy. Stub runs only.")
    record NewGateway(
            @Schema(required = true, examples = "throughline") @Nullable
            String name,

            @Schema(required = true, examples = "0.1.0") @Nullable
            String version) {}

    /// A scripted fault.
    @Schema(description = "One thing that goes wrong on purpose.")
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

            @Schema(description = "The exchange in which it happens, from 1; absent for every one.") @Nullable
            Integer exchange,

            @Schema(
                    description = "Milliseconds for the delays (default 1000 and 100), bytes for slice (1), events for"
                            + " drop-after, error-event and malformed-event (3), seconds of Retry-After for status-429"
                            + " (-1 for none, the default).")
            @Nullable
            Integer amount) {}
}

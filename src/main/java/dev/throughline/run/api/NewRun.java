package dev.throughline.run.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.rest.DurationBetween;
import dev.throughline.rest.NumberBetween;
import dev.throughline.rest.PlainText;
import dev.throughline.run.RunMode;
import dev.throughline.stub.InjectedFault;
import dev.throughline.stub.Scenario;
import dev.throughline.stub.StubOutputForm;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Tolerance;
import dev.throughline.wire.ReasoningField;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /runs`; every field may be absent; its default is the one that is documented with it.
@Schema(description = "The settings of a new run. Every field is optional.")
record NewRun(
        @Schema(description = "A label for the run, at most 200 characters.", defaultValue = "")
        @PlainText(max = 200)
        @Nullable
        String label,

        @Schema(
                implementation = String.class,
                description = "What answers: the stub or a backend.",
                enumeration = {"stub", "proxy"},
                defaultValue = "stub")
        @Nullable
        RunMode mode,

        @Schema(
                description = "Name of the configured backend of a proxy run, by default the default backend; GET"
                        + " /health lists them. run:ID: the stub of an open run of the same key, with the"
                        + " default settings of a backend, of the run's vendor if it has one.")
        @Nullable
        String backend,

        @Schema(
                implementation = String.class,
                description = "The scenario of the stub's answers.",
                enumeration = {
                    "chat",
                    "tools",
                    "parallel",
                    "interleaved",
                    "ends",
                    "steps",
                    "resume",
                    "switch",
                    "abort",
                    "long",
                    "plain"
                },
                defaultValue = "tools")
        @Nullable
        Scenario scenario,

        @Schema(
                implementation = String.class,
                description = "How the stub writes reasoning and calls: in the dialect's fields, or"
                        + " in the content, as a"
                        + " backend without parsers sends them.",
                enumeration = {"native", "raw-glm-4.5", "raw-glm-4.7"},
                defaultValue = "native")
        @Nullable
        StubOutputForm output,

        @Schema(
                implementation = String.class,
                description = "Where an OpenAI chat answer carries reasoning.",
                enumeration = {"reasoning_content", "reasoning", "reasoning_text", "reasoning_details", "both"},
                defaultValue = "reasoning_content")
        @Nullable
        ReasoningField reasoningField,

        @Schema(
                description = "A profile of the rule book, such as anthropic:opus-5.5: the stub gives and refuses what"
                        + " that vendor does. The name of a vendor stands for the profile of the request's model.",
                examples = "deepseek:v4")
        @Nullable
        String vendor,

        @Schema(
                implementation = String.class,
                description = "When reasoning of earlier turns must be returned: always, or in the tool loop only.",
                enumeration = {"preserved", "interleaved"},
                defaultValue = "preserved")
        @Nullable
        ThinkingPolicy policy,

        @Schema(
                implementation = String.class,
                description = "What does not fail the run: white space at the ends of texts, in OpenAI chat and"
                        + " without a signature. Absent for nothing.",
                enumeration = {"trimmed"})
        @Nullable
        Tolerance tolerate,

        @Schema(description = "Deltas per answer in scenario long, 1 to 1000000.", defaultValue = "200")
        @NumberBetween(min = 1, max = 1_000_000)
        @Nullable
        Integer tokens,

        @Schema(
                implementation = String.class,
                description = "Time between deltas, at most a minute: an ISO-8601 duration (PT0.02S) or a whole number"
                        + " of milliseconds.",
                defaultValue = "PT0S")
        @DurationBetween(min = "PT0S", max = "PT1M")
        @Nullable
        Duration pace,

        @Schema(description = "Whether Anthropic answers begin with a redacted_thinking block.", defaultValue = "false")
        @Nullable
        Boolean redacted,

        @Valid @Nullable NewClient client,

        @Valid @Nullable NewGateway gateway,

        @Schema(description = "Faults to inject in a stub run, at most 100.")
        @Size(max = 100, message = "at most {max} were expected.")
        @Nullable
        List<@Valid @NotNull @Nullable NewFault> faults,

        @Schema(
                description = "Seed that makes the filler text and the chunk boundaries repeatable.",
                defaultValue = "0")
        @Nullable
        Long seed,

        @Schema(
                description = "Number of requests after which the run returns an error, 1 to 1000000.",
                defaultValue = "1000")
        @NumberBetween(min = 1, max = 1_000_000)
        @Nullable
        Integer maxRequests,

        @Schema(
                implementation = String.class,
                description = "Time without a request after which the run is sealed, a second to seven days: an"
                        + " ISO-8601 duration (PT30M) or a whole number of milliseconds. PT0S: only its opener seals"
                        + " it, so that an interrupted run never counts.",
                defaultValue = "PT30M")
        @DurationBetween(min = "PT1S", max = "P7D", orZero = true, message = IDLE)
        @Nullable
        Duration idleTimeout) {
    private static final String IDLE = "PT0S or a time from {min} to {max} was expected, found ${validatedValue}.";

    static final NewRun EMPTY = new NewRun(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    /// The client to be tested.
    @Schema(description = "The client under test. It is declared here because a User-Agent proves nothing.")
    record NewClient(
            @Schema(required = true, examples = "opencode") @PlainText(max = 100) @NotBlank @Nullable
            String name,

            @Schema(required = true, examples = "1.18.33") @PlainText(max = 100) @NotBlank @Nullable
            String version,

            @Schema(description = "Variant of the recipe, if any.") @PlainText(max = 100) @Nullable
            String variant,

            @Schema(
                    description = "The packages that the client loads, as resolved, each as name@version; at most 20."
                            + " They are part of the key of its cells.",
                    examples = "[\"ai@6.0.1\"]")
            @Size(max = 20, message = "at most {max} were expected.")
            @Nullable
            List<@PlainText(max = 120) @NotBlank @NotNull @Nullable String> packages,

            @Schema(
                    implementation = String.class,
                    description = "The protocol that the client is configured with.",
                    enumeration = {"openai-chat", "anthropic", "responses"})
            @Nullable
            Dialect dialect,

            @Schema(description = "The model id that the client is configured with.", examples = "glm-4.7")
            @PlainText(max = 100)
            @Nullable
            String model) {}

    /// The proxy between the client and a stub run.
    @Schema(
            description = "The proxy between the client and the stub, as declared here: what the stub receives"
                    + " then counts for the client through this proxy. Stub runs only.")
    record NewGateway(
            @Schema(required = true, examples = "throughline") @PlainText(max = 100) @NotBlank @Nullable
            String name,

            @Schema(required = true, examples = "0.1.0") @PlainText(max = 100) @NotBlank @Nullable
            String version) {}

    /// One fault.
    @Schema(description = "One injected fault.")
    record NewFault(
            @Schema(
                    required = true,
                    implementation = String.class,
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
            @NotNull
            InjectedFault.@Nullable Kind kind,

            @Schema(description = "The exchange in which it occurs, from 1; absent for all.")
            @NumberBetween(min = 1, max = 1_000_000)
            @Nullable
            Integer exchange,

            @Schema(
                    description = "Milliseconds for the delays (default 1000 and 100), bytes for slice (1), events for"
                            + " drop-after, error-event and malformed-event (3), seconds of Retry-After for status-429"
                            + " (-1 for none, the default).")
            @Nullable
            Integer amount) {}
}

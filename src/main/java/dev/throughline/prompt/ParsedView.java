package dev.throughline.prompt;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.render.ParsedAnswer;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A parsed answer.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "ParsedAnswer", description = "The parts of an answer.")
record ParsedView(
        @Schema(required = true, description = "The reasoning.")
        String reasoning,

        @Schema(required = true, description = "The content.")
        String content,

        @Schema(required = true, description = "The tool calls.")
        List<CallView> calls,

        @Schema(required = true, description = "Whether the reasoning is closed.")
        boolean reasoningComplete,

        @Schema(description = "The string that ended the answer; absent where it was cut.") @Nullable
        String stop,

        @Schema(required = true, description = "What was repaired or omitted.")
        List<String> anomalies,

        @Schema(
                description = "How the model writes calls; unknown: its template has calls that are not understood, so"
                        + " that they stay in the content; absent: it has none.",
                enumeration = {
                    "glm",
                    "json",
                    "json-list",
                    "named-json",
                    "keyed",
                    "tagged",
                    "nested",
                    "gemma",
                    "python",
                    "unknown"
                })
        @Nullable
        String callLayout) {
    /// One call.
    @Schema(name = "ParsedCall", description = "One call.")
    record CallView(
            @Schema(required = true) String name,

            @Schema(required = true, description = "JSON text; where the answer was cut, its beginning.")
            String arguments) {}

    static ParsedView of(ParsedAnswer answer) {
        return new ParsedView(
                answer.reasoning(),
                answer.content(),
                answer.calls().stream()
                        .map(call -> new CallView(call.name(), call.arguments()))
                        .toList(),
                answer.isReasoningComplete(),
                answer.stop().orElse(null),
                answer.anomalies().stream()
                        .map(anomaly -> anomaly.kind().name())
                        .toList(),
                answer.callLayout().orElse(null));
    }
}

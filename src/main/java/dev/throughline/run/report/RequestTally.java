package dev.throughline.run.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.run.RunTally;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// What the requests of a run contained besides their history.
///
/// @param main requests that are part of a conversation
/// @param chatTemplateKwargs how many of them sent `chat_template_kwargs` that say something about thinking
/// @param params the known spellings of thinking parameters among them, by place and value
@Schema(description = "What the requests contained; counts are over the main requests.")
public record RequestTally(
        @Schema(description = "All requests of the run.") int total,

        @Schema(description = "Requests that are part of a conversation: no titles, warm-ups or counts.")
        int main,

        @JsonProperty("chat_template_kwargs")
        @Schema(description = "Main requests whose chat_template_kwargs set thinking parameters.")
        int chatTemplateKwargs,

        List<ParamUse> params) {
    public RequestTally {
        params = List.copyOf(params);
    }

    static RequestTally of(RunTally tally) {
        return new RequestTally(
                tally.exchanges(),
                tally.main(),
                tally.kwargs(),
                tally.params().stream()
                        .map(use -> new ParamUse(use.pointer(), use.value(), use.count()))
                        .toList());
    }

    /// One parameter spelling with one value.
    @Schema(description = "A thinking parameter with one of its values and how many requests sent it.")
    public record ParamUse(
            @Schema(description = "JSON pointer in the request body.")
            String pointer,

            @Schema(description = "The value as sent.") JsonNode value,
            int count) {}
}

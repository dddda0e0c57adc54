package dev.throughline.run.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TracedExchange;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
    private static final String KWARGS = "/chat_template_kwargs";

    public RequestTally {
        params = List.copyOf(params);
    }

    static RequestTally of(List<TracedExchange> exchanges) {
        List<RequestFacts> main = exchanges.stream()
                .map(TracedExchange::facts)
                .filter(facts -> facts.kind() == RequestKind.MAIN)
                .toList();
        long kwargs = main.stream().filter(RequestTally::hasKwargs).count();
        return new RequestTally(exchanges.size(), main.size(), (int) kwargs, uses(main));
    }

    private static boolean hasKwargs(RequestFacts facts) {
        return facts.params().keySet().stream().anyMatch(pointer -> pointer.startsWith(KWARGS));
    }

    private static List<ParamUse> uses(List<RequestFacts> main) {
        Map<String, Map<JsonNode, Long>> counts = main.stream()
                .flatMap(facts -> facts.params().entrySet().stream())
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey,
                        TreeMap::new,
                        Collectors.groupingBy(Map.Entry::getValue, Collectors.counting())));
        return counts.entrySet().stream()
                .flatMap(place -> place.getValue().entrySet().stream()
                        .map(use -> new ParamUse(
                                place.getKey(), use.getKey(), use.getValue().intValue()))
                        .sorted(Comparator.comparing(use -> use.value().toString())))
                .toList();
    }

    /// One parameter spelling with one value.
    @Schema(description = "A thinking parameter with one of its values and how many requests sent it.")
    public record ParamUse(
            @Schema(description = "JSON pointer in the request body.")
            String pointer,

            @Schema(description = "The value as sent.") JsonNode value,
            int count) {}
}

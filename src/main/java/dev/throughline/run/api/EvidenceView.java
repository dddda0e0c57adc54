package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.run.exchange.ObservedExchange;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The evidence of a verdict in one exchange.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Evidence", description = "What the verdict rests on in this exchange.")
record EvidenceView(
        FactsView facts,

        @Schema(description = "What the answer contained that must be returned.")
        List<ItemView> items,

        @Schema(description = "What the request did with items of earlier answers, by item.")
        List<ObservationView> observations,

        @Schema(
                description = "Value of `before` for the observations of earlier items; absent if these are all.",
                examples = "4711.2")
        @Nullable
        String next) {
    static EvidenceView of(ObservedExchange observed) {
        TracedExchange exchange = observed.exchange().trace();
        return new EvidenceView(
                FactsView.of(exchange.facts()),
                exchange.items().stream().map(ItemView::of).toList(),
                exchange.observations().stream().map(ObservationView::of).toList(),
                observed.next().map(ItemCursor::write).orElse(null));
    }

    /// The contents of the request besides its history.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Facts", description = "What the request contained besides its history.")
    record FactsView(
            int messages,
            int assistantMessages,
            int userTurns,
            int tools,

            @Schema(description = "Thinking parameters by JSON pointer.")
            Map<String, JsonNode> params,

            @Nullable String sessionKey,
            @Nullable Boolean clearThinking,

            @Schema(description = "SHA-256 of the body as received.")
            String bodyHash,

            @Schema(description = "The earlier exchange that this one repeats.") @Nullable
            Integer retryOf,

            @Schema(description = "Tokens of other runs.") List<ForeignTokenView> foreignTokens) {
        static FactsView of(RequestFacts facts) {
            return new FactsView(
                    facts.messages(),
                    facts.assistantMessages(),
                    facts.userTurns(),
                    facts.tools(),
                    new TreeMap<>(facts.params()),
                    facts.sessionKey().orElse(null),
                    facts.clearThinking().orElse(null),
                    facts.bodyHash(),
                    facts.retryOf().isPresent() ? facts.retryOf().getAsInt() : null,
                    facts.foreignTokens().stream().map(ForeignTokenView::of).toList());
        }
    }

    /// A token of another run; the other run's id is a capability and stays out.
    @Schema(name = "ForeignToken", description = "A trace token that another run issued, and where it was found.")
    record ForeignTokenView(String token, String path) {
        static ForeignTokenView of(RequestFacts.ForeignToken foreign) {
            return new ForeignTokenView(foreign.token(), foreign.path());
        }
    }

    /// Something the answer contained.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Item", description = "Something the answer contained that must be returned.")
    record ItemView(
            int ordinal,
            Category category,
            String token,
            @Schema(description = "The exact text.") String value,

            @Schema(description = "Place of its block among the answer's blocks, from 0.")
            int block,

            @Nullable String field,
            @Nullable String callId,
            @Nullable String signature) {
        static ItemView of(PlantedItem item) {
            return new ItemView(
                    item.ordinal(),
                    item.category(),
                    item.token(),
                    item.value(),
                    item.block(),
                    item.field().isEmpty() ? null : item.field(),
                    item.callId().orElse(null),
                    item.signature().orElse(null));
        }
    }

    /// How the request treated one item.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Observation", description = "What the request did with one item of an earlier answer.")
    record ObservationView(
            int exchange,
            int ordinal,
            Observation.Due due,
            Observation.Scope scope,
            boolean turnPresent,
            Sighting.Place place,
            Sighting.TextMatch text,
            Sighting.SignatureMatch signature,
            boolean inOrder,
            int copies,
            @Nullable String path,
            @Nullable String field,
            @Nullable String difference) {
        static ObservationView of(Observation observation) {
            Sighting seen = observation.sighting();
            return new ObservationView(
                    observation.exchange(),
                    observation.ordinal(),
                    observation.due(),
                    observation.scope(),
                    seen.turnPresent(),
                    seen.place(),
                    seen.text(),
                    seen.signature(),
                    seen.inOrder(),
                    seen.copies(),
                    seen.path().isEmpty() ? null : seen.path(),
                    seen.field().isEmpty() ? null : seen.field(),
                    seen.difference().orElse(null));
        }
    }
}

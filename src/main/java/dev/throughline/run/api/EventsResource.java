package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.rest.ProblemException;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.run.api.KnownRunFilter.RequiresKnownRun;
import dev.throughline.run.events.EventPosition;
import dev.throughline.run.events.RunEvent;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.JudgedItem;
import dev.throughline.verdict.ObservationJudge;
import dev.throughline.verdict.Outcome;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Live events of a run.
@Path(RunPaths.RUNS)
@Tag(name = RunPaths.EVIDENCE_TAG)
class EventsResource {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final RunLookup runLookup;
    private final RunEventSource events;
    private final ExchangeStore exchangeStore;

    EventsResource(RunLookup runLookup, RunEventSource events, ExchangeStore exchangeStore) {
        this.runLookup = runLookup;
        this.events = events;
        this.exchangeStore = exchangeStore;
    }

    /// Sends the run's state, or what followed the last event that the reader received, then each event
    /// until the run is sealed, deleted or no longer visible to the reader. A comment every 15 s keeps
    /// proxies from closing an idle stream.
    @GET
    @RequiresKnownRun
    @Path("/{run}/events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(
            operationId = "followRun",
            summary = "Follow a run live",
            description = "Server-sent events: `run` {state, exchanges} at once, `exchange-began` {number},"
                    + " `exchange-ended` {number, outcome, preservation}, `sealed` {}; ends after `sealed`, and"
                    + " without it when the run is deleted or no longer visible. Reports what every process on"
                    + " the same database commits, each event once. A reader that sends the last `id` as"
                    + " `Last-Event-ID` receives, in place of `run`, what happened since; the few events after"
                    + " that id may be sent again. An id that this version does not know is ignored. Events of"
                    + " one exchange are in order, those of concurrent exchanges by number. While the database"
                    + " is unavailable none are sent; they follow once it is back.")
    @Parameter(
            name = "Last-Event-ID",
            in = ParameterIn.HEADER,
            description = "The last `id` of the stream that broke; browsers send it by themselves",
            schema = @Schema(type = SchemaType.STRING, defaultValue = ""))
    @APIResponse(
            responseCode = "200",
            description = "The stream of events.",
            content =
                    @Content(
                            mediaType = MediaType.SERVER_SENT_EVENTS,
                            schema = @Schema(implementation = LiveEvent.class)))
    public Multi<OutboundSseEvent> events(
            @PathParam("run") String id,
            @HeaderParam("Last-Event-ID") @DefaultValue("") String lastReceived,
            @Context Sse sse) {
        Uni<Run> found = runLookup.run(id);
        return found.onItem()
                .transformToMulti(run -> follow(events(run.id(), EventPosition.parse(lastReceived)), found, sse));
    }

    private Multi<RunEvent> events(RunId run, Optional<EventPosition> received) {
        return received.map(position -> events.after(run, position)).orElseGet(() -> events.of(run));
    }

    /// @param again looks the run up again
    private Multi<OutboundSseEvent> follow(Multi<RunEvent> happened, Uni<Run> again, Sse sse) {
        OutboundSseEvent end = comment(sse, "end");
        Multi<OutboundSseEvent> live = happened.onItem().transformToUniAndConcatenate(event -> written(sse, event));
        return Multi.createBy()
                .merging()
                .streams(
                        live.onCompletion().continueWith(end),
                        beats().onItem().transformToUniAndConcatenate(_ -> beat(again, sse, end)))
                .select()
                .first(event -> event != end);
    }

    private static Multi<Long> beats() {
        return Multi.createFrom().ticks().every(HEARTBEAT).onOverflow().drop();
    }

    /// A keep-alive comment, or the end of the stream if the reader may no longer see the run. An
    /// unavailable database does not end the stream.
    private static Uni<OutboundSseEvent> beat(Uni<Run> again, Sse sse, OutboundSseEvent end) {
        OutboundSseEvent beat = comment(sse, "still here");
        return again.replaceWith(beat)
                .onFailure(ProblemException.class)
                .recoverWithItem(end)
                .onFailure()
                .recoverWithItem(beat);
    }

    private Uni<OutboundSseEvent> written(Sse sse, RunEvent event) {
        return switch (event) {
            case RunEvent.Standing standing -> Uni.createFrom().item(event(sse, "run", LiveEvent.of(standing)));
            case RunEvent.ExchangeBegan began ->
                Uni.createFrom().item(event(sse, "exchange-began", LiveEvent.of(began)));
            case RunEvent.ExchangeEnded ended ->
                preservation(ended).map(found -> event(sse, "exchange-ended", LiveEvent.of(ended, found.orElse(null))));
            case RunEvent.Reached reached -> Uni.createFrom().item(position(sse, reached.position()));
            case RunEvent.Sealed _ -> Uni.createFrom().item(event(sse, "sealed", LiveEvent.EMPTY));
        };
    }

    // An event is sent without it rather than not at all.
    private Uni<Optional<ItemPreservation>> preservation(RunEvent.ExchangeEnded ended) {
        return exchangeStore
                .find(ended.run(), ended.number())
                .chain(found -> found.map(exchange -> preservation(ended.run(), exchange))
                        .orElseGet(() -> Uni.createFrom().item(Optional.empty())))
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private Uni<Optional<ItemPreservation>> preservation(RunId run, RecordedExchange exchange) {
        Set<Integer> observed = exchange.trace().observations().stream()
                .map(Observation::exchange)
                .collect(Collectors.toSet());
        return exchangeStore.issued(run, observed).map(earlier -> Optional.of(ItemPreservation.of(exchange, earlier)));
    }

    // An id without data sets the reader's last event id and is not an event.
    // Source: WHATWG HTML 9.2.6, "Interpreting an event stream".
    private static OutboundSseEvent position(Sse sse, EventPosition position) {
        return sse.newEventBuilder()
                .id(position.text())
                .comment("continue here")
                .build();
    }

    private static OutboundSseEvent comment(Sse sse, String text) {
        return sse.newEventBuilder().comment(text).build();
    }

    private static OutboundSseEvent event(Sse sse, String name, LiveEvent event) {
        return sse.newEventBuilder()
                .name(name)
                .mediaType(MediaType.APPLICATION_JSON_TYPE)
                .data(LiveEvent.class, event)
                .build();
    }

    /// The JSON of a live event; which fields are present depends on the event's name.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(description = "Data of a live event; the event's name determines its fields.")
    record LiveEvent(
            @Nullable RunState state,
            @Nullable Integer exchanges,
            @Nullable Integer number,
            @Nullable ExchangeOutcome outcome,
            @Nullable ItemPreservation preservation) {
        static final LiveEvent EMPTY = new LiveEvent(null, null, null, null, null);

        static LiveEvent of(RunEvent.Standing standing) {
            return new LiveEvent(standing.state(), standing.exchanges(), null, null, null);
        }

        static LiveEvent of(RunEvent.ExchangeBegan began) {
            return new LiveEvent(null, null, began.number(), null, null);
        }

        /// @param preservation null if the exchange cannot be read any more
        static LiveEvent of(RunEvent.ExchangeEnded ended, @Nullable ItemPreservation preservation) {
            return new LiveEvent(null, null, ended.number(), ended.outcome(), preservation);
        }
    }

    /// One request's treatment of the items of earlier answers that it had to carry; of a request that carries
    /// more than `ObservedExchange.LARGEST` items, with the latest of them.
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @Schema(
            description = "What one request did with the items of earlier answers that it had to carry: with the latest"
                    + " 1,000 where a long conversation has more.")
    record ItemPreservation(
            @Schema(description = "Items that were due.") int due,

            @Schema(description = "How many of them came back complete and unmodified.")
            int exact,

            @Schema(description = "How often each other outcome occurred.")
            Map<Outcome, Integer> outcomes) {
        /// @param earlier the answers whose items it observed
        static ItemPreservation of(RecordedExchange request, List<IssuedAnswer> earlier) {
            List<JudgedItem> due = ObservationJudge.of(List.of(request.trace()), earlier).stream()
                    .filter(judged -> judged.isDue() && judged.outcome() != Outcome.TURN_ABSENT)
                    .toList();
            Map<Outcome, Integer> others = new TreeMap<>();
            due.stream()
                    .filter(judged -> !judged.isKept())
                    .forEach(judged -> others.merge(judged.outcome(), 1, Integer::sum));
            return new ItemPreservation(
                    due.size(), (int) due.stream().filter(JudgedItem::isKept).count(), others);
        }
    }
}

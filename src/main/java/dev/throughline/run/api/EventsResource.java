package dev.throughline.run.api;

import dev.throughline.run.Run;
import dev.throughline.run.RunEvent;
import dev.throughline.run.RunEvents;
import dev.throughline.run.RunState;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/// What happens in a run, while it happens.
@Path(Api.RUNS)
@Tag(name = Api.EVIDENCE_TAG)
class EventsResource {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final Lookup lookup;
    private final RunEvents events;

    EventsResource(Lookup lookup, RunEvents events) {
        this.lookup = lookup;
        this.events = events;
    }

    /// First where the run stands, then each event until the run is sealed. A comment every 15 s keeps proxies
    /// from closing a quiet stream.
    @GET
    @OfKnownRun
    @Path("/{run}/events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(
            operationId = "followRun",
            summary = "Follow a run live",
            description = "Server-sent events: `run` {state, exchanges} at once, `exchange-began` {number},"
                    + " `exchange-ended` {number, outcome}, `sealed` {}; ends after `sealed`.")
    @APIResponse(
            responseCode = "200",
            description = "The stream of events.",
            content =
                    @Content(
                            mediaType = MediaType.SERVER_SENT_EVENTS,
                            schema = @Schema(implementation = LiveEvent.class)))
    public Multi<OutboundSseEvent> events(@PathParam("run") String id, @Context Sse sse) {
        Uni<Run> found = lookup.run(id);
        return found.onItem().transformToMulti(run -> follow(run, found, sse));
    }

    /// @param again looks for the run again
    private Multi<OutboundSseEvent> follow(Run run, Uni<Run> again, Sse sse) {
        OutboundSseEvent first = event(sse, "run", LiveEvent.standing(run));
        if (run.state() == RunState.SEALED) {
            return Multi.createFrom().items(first, event(sse, "sealed", LiveEvent.EMPTY));
        }
        OutboundSseEvent end = sse.newEventBuilder().comment("end").build();
        Multi<OutboundSseEvent> live =
                events.of(run.id()).onItem().transformToIterable(event -> written(sse, event, end));
        return Multi.createBy()
                .merging()
                .streams(Multi.createFrom().item(first), live, sealedMeanwhile(again, sse, end), beats(sse))
                .select()
                .first(event -> event != end);
    }

    /// A run that was sealed after it was looked up and before its events were listened to.
    private static Multi<OutboundSseEvent> sealedMeanwhile(Uni<Run> again, Sse sse, OutboundSseEvent end) {
        return again.toMulti()
                .select()
                .where(now -> now.state() == RunState.SEALED)
                .onItem()
                .transformToIterable(now -> written(sse, new RunEvent.Sealed(now.id()), end));
    }

    private static Multi<OutboundSseEvent> beats(Sse sse) {
        return Multi.createFrom()
                .ticks()
                .every(HEARTBEAT)
                .onOverflow()
                .drop()
                .map(_ -> sse.newEventBuilder().comment("still here").build());
    }

    /// @param end follows the last event; never sent
    private static List<OutboundSseEvent> written(Sse sse, RunEvent event, OutboundSseEvent end) {
        return switch (event) {
            case RunEvent.ExchangeBegan began -> List.of(event(sse, "exchange-began", LiveEvent.of(began)));
            case RunEvent.ExchangeEnded ended -> List.of(event(sse, "exchange-ended", LiveEvent.of(ended)));
            case RunEvent.Sealed _ -> List.of(event(sse, "sealed", LiveEvent.EMPTY), end);
        };
    }

    private static OutboundSseEvent event(Sse sse, String name, LiveEvent event) {
        return sse.newEventBuilder()
                .name(name)
                .mediaType(MediaType.APPLICATION_JSON_TYPE)
                .data(LiveEvent.class, event)
                .build();
    }
}

package dev.throughline.pages;

import dev.throughline.access.CurrentCaller;
import dev.throughline.access.KeyId;
import dev.throughline.access.RequestOrigin;
import dev.throughline.backend.Backends;
import dev.throughline.pages.HomeContent.ChangeLine;
import dev.throughline.pages.HomeContent.LiveRun;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import dev.throughline.run.api.DatabaseWatch;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.run.journal.Journal;
import dev.throughline.run.lifecycle.RunSearchQuery;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/// The first page and the live page: what to paste into a client, and what clients do right now.
@WithPageDeadline
@Path("/")
class HomePageResource {
    private static final int NEWEST = 12;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final RunSearchQuery runs;
    private final LiveRunReader liveRuns;
    private final HomeChanges changes;
    private final RunVerdicts verdicts;
    private final PageFrames frames;
    private final CurrentCaller currentCaller;
    private final Backends backends;
    private final DatabaseWatch database;
    private final Journal journal;
    private final RunEventSource events;

    HomePageResource(
            RunSearchQuery runs,
            LiveRunReader liveRuns,
            HomeChanges changes,
            RunVerdicts verdicts,
            PageFrames frames,
            CurrentCaller currentCaller,
            Backends backends,
            DatabaseWatch database,
            Journal journal,
            RunEventSource events) {
        this.runs = runs;
        this.liveRuns = liveRuns;
        this.changes = changes;
        this.verdicts = verdicts;
        this.frames = frames;
        this.currentCaller = currentCaller;
        this.backends = backends;
        this.database = database;
        this.journal = journal;
        this.events = events;
    }

    @GET
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public Uni<TemplateInstance> home(@Context HttpServerRequest request) {
        PageFrame frame = frames.of("home", request);
        return content(request, false).map(home -> PageTemplates.home(frame, home));
    }

    @GET
    @Path("/live")
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public Uni<TemplateInstance> live(@Context HttpServerRequest request) {
        PageFrame frame = frames.of("live", request);
        return content(request, true).map(home -> PageTemplates.live(frame, home));
    }

    /// Says that something changed, never what: pages then ask for what their key may see.
    @GET
    @Path("/live/events")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    @Operation(hidden = true)
    public Multi<OutboundSseEvent> events(@Context Sse sse) {
        Multi<OutboundSseEvent> beats = Multi.createFrom()
                .ticks()
                .every(HEARTBEAT)
                .onOverflow()
                .drop()
                .map(_ -> sse.newEventBuilder().comment("still here").build());
        Multi<OutboundSseEvent> changes = events.changes()
                .map(_ -> sse.newEventBuilder().name("changed").data("{}").build());
        return Multi.createBy().merging().streams(changes, beats);
    }

    private Uni<HomeContent> content(HttpServerRequest request, boolean isLive) {
        Optional<KeyId> seesOnly = currentCaller.current().seesOnly();
        String origin = RequestOrigin.of(request);
        return runs.find(RunSearchText.parse("", Instant.now()).search(Optional.empty(), seesOnly), NEWEST)
                .chain(verdicts::entries)
                .chain(newest -> current(newest, isLive)
                        .chain(current -> changes(isLive)
                                .chain(changed -> database.state()
                                        .map(state -> content(origin, state.isReady(), newest, current, changed)))));
    }

    private Uni<List<LiveRun>> current(List<RunEntry> newest, boolean isLive) {
        return isLive ? liveRuns.of(newest) : Uni.createFrom().item(List.of());
    }

    private Uni<List<ChangeLine>> changes(boolean isLive) {
        return isLive ? Uni.createFrom().item(List.of()) : changes.read();
    }

    private HomeContent content(
            String origin, boolean isReady, List<RunEntry> newest, List<LiveRun> current, List<ChangeLine> changed) {
        boolean hasRoom = !journal.figures().isFull();
        String health = !isReady
                ? "The database does not answer"
                : hasRoom ? "Healthy: database and journal" : "The journal is full";
        return new HomeContent(origin, isReady && hasRoom, health, backends.names(), newest, current, changed);
    }
}

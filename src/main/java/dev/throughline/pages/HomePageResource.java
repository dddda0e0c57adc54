package dev.throughline.pages;

import dev.throughline.access.CurrentCaller;
import dev.throughline.access.KeyId;
import dev.throughline.backend.Backends;
import dev.throughline.pages.HomeContent.LiveExchange;
import dev.throughline.pages.HomeContent.LiveRun;
import dev.throughline.pages.thread.ThreadMapFactory;
import dev.throughline.pages.thread.ThreadMark;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RunId;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.health.DatabaseWatch;
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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/// The first page and the live page: what to paste into a client, and what clients do right now.
@Path("/")
class HomePageResource {
    private static final int NEWEST = 12;
    private static final int LATEST = 12;
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final RunSearchQuery runs;
    private final ExchangeStore exchangeStore;
    private final RunVerdicts verdicts;
    private final PageFrames frames;
    private final CurrentCaller currentCaller;
    private final Backends backends;
    private final DatabaseWatch database;
    private final Journal journal;
    private final RunEventSource events;

    HomePageResource(
            RunSearchQuery runs,
            ExchangeStore exchangeStore,
            RunVerdicts verdicts,
            PageFrames frames,
            CurrentCaller currentCaller,
            Backends backends,
            DatabaseWatch database,
            Journal journal,
            RunEventSource events) {
        this.runs = runs;
        this.exchangeStore = exchangeStore;
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
        String origin = request.scheme() + "://" + request.authority();
        return runs.find(RunSearchText.parse("", Instant.now()).search(Optional.empty(), seesOnly), NEWEST)
                .chain(verdicts::entries)
                .chain(newest -> current(newest, isLive)
                        .chain(current -> database.state().map(state -> {
                            boolean hasRoom = !journal.figures().isFull();
                            String health = !state.isReady()
                                    ? "The database does not answer"
                                    : hasRoom ? "Healthy: database and journal" : "The journal is full";
                            return new HomeContent(
                                    origin, state.isReady() && hasRoom, health, backends.names(), newest, current);
                        })));
    }

    private Uni<List<LiveRun>> current(List<RunEntry> newest, boolean isLive) {
        Optional<RunEntry> latest =
                newest.stream().filter(run -> run.exchanges() > 0).findFirst();
        if (!isLive || latest.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        RunEntry run = latest.get();
        var id = new RunId(run.id());
        int after = Math.max(0, run.exchanges() - LATEST);
        return exchangeStore
                .list(id, after, LATEST)
                .chain(found -> exchangeStore
                        .numbered(id, ObservedAnswers.outside(found))
                        .map(earlier -> List.of(live(run, found, earlier))));
    }

    private static LiveRun live(RunEntry run, List<RecordedExchange> found, List<RecordedExchange> earlier) {
        Instant now = Instant.now();
        return new LiveRun(
                run,
                ThreadMapFactory.of(found, earlier, 0),
                found.stream()
                        .sorted(Comparator.comparingInt((RecordedExchange exchange) ->
                                        exchange.trace().number())
                                .reversed())
                        .map(exchange -> exchange(exchange, found, earlier, now))
                        .toList());
    }

    private static LiveExchange exchange(
            RecordedExchange exchange, List<RecordedExchange> found, List<RecordedExchange> earlier, Instant now) {
        List<RecordedExchange> before = ObservedAnswers.among(found, earlier);
        var marks = ThreadMapFactory.of(List.of(exchange), before, 0).cells();
        int kept = marks.stream()
                .filter(count -> count.mark() == ThreadMark.EXACT)
                .mapToInt(count -> count.count())
                .sum();
        int lost = marks.stream()
                .filter(count -> count.mark().tone().equals("bad"))
                .mapToInt(count -> count.count())
                .sum();
        VerdictMark mark = lost > 0
                ? new VerdictMark(lost + " lost", "✕", "bad")
                : kept > 0 ? new VerdictMark("all kept", "✓", "good") : new VerdictMark("nothing due", "–", "none");
        return new LiveExchange(
                exchange.trace().number(),
                exchange.trace().facts().dialect().id(),
                exchange.trace().facts().model(),
                exchange.trace().outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                exchange.end().isEmpty(),
                PageWording.age(exchange.received(), now),
                kept + " exact",
                mark);
    }
}

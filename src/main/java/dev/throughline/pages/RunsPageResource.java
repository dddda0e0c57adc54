package dev.throughline.pages;

import dev.throughline.access.CurrentCaller;
import dev.throughline.access.KeyId;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import dev.throughline.run.RunId;
import dev.throughline.run.lifecycle.RunSearch;
import dev.throughline.run.lifecycle.RunSearchQuery;
import dev.throughline.run.lifecycle.RunSearchQuery.FoundRun;
import dev.throughline.text.UrlText;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/// The list of runs, newest first, with its search.
@WithPageDeadline
@Path("/runs")
class RunsPageResource {
    private static final int PAGE = 50;

    private final RunSearchQuery runs;
    private final RunVerdicts verdicts;
    private final PageFrames frames;
    private final CurrentCaller currentCaller;

    RunsPageResource(RunSearchQuery runs, RunVerdicts verdicts, PageFrames frames, CurrentCaller currentCaller) {
        this.runs = runs;
        this.verdicts = verdicts;
        this.frames = frames;
        this.currentCaller = currentCaller;
    }

    /// @param before the last run of the page before
    @GET
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public Uni<TemplateInstance> list(
            @QueryParam("q") @Nullable String query,
            @QueryParam("before") @Nullable String before,
            @Context HttpServerRequest request) {
        PageFrame frame = frames.of("runs", request);
        Optional<KeyId> seesOnly = currentCaller.current().seesOnly();
        String typed = query == null ? "" : query;
        RunSearchText text = RunSearchText.parse(typed, Instant.now());
        Optional<RunId> after =
                Optional.ofNullable(before).filter(RunId::isValid).map(RunId::new);
        return runs.find(text.search(after, seesOnly), PAGE + 1)
                .chain(found -> verdicts.entries(found.subList(0, Math.min(PAGE, found.size())))
                        .map(entries -> new RunListContent(
                                typed,
                                entries,
                                text.unknown(),
                                next(typed, found),
                                !text.words().isEmpty(),
                                RunSearch.SEARCHED)))
                .map(list -> PageTemplates.runs(frame, list));
    }

    private static String next(String query, List<FoundRun> found) {
        return found.size() <= PAGE
                ? ""
                : "/runs?q=" + UrlText.query(query) + "&before="
                        + found.get(PAGE - 1).run().id();
    }
}

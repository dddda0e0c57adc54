package dev.throughline.pages;

import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.lifecycle.RunSearchQuery;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.text.UrlText;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/// The search box of the header: what names one product, version or run leads to its page, anything else to a list.
/// The grammar of the list of runs leads there.
@WithPageDeadline
@Path("/find")
class FindPageResource {
    private static final int MOST_TYPED = 500;
    private static final int MOST_RUNS = 8;
    private static final String RUNS = "/runs?q=";

    private final Matrix matrix;
    private final RunStore runStore;
    private final RunSearchQuery runs;
    private final RunVerdicts verdicts;
    private final PageFrames frames;
    private final CurrentCaller currentCaller;

    FindPageResource(
            Matrix matrix,
            RunStore runStore,
            RunSearchQuery runs,
            RunVerdicts verdicts,
            PageFrames frames,
            CurrentCaller currentCaller) {
        this.matrix = matrix;
        this.runStore = runStore;
        this.runs = runs;
        this.verdicts = verdicts;
        this.frames = frames;
        this.currentCaller = currentCaller;
    }

    @GET
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public Uni<Response> find(@QueryParam("q") @Nullable String query, @Context HttpServerRequest request) {
        PageFrame frame = frames.of("find", request);
        Caller caller = currentCaller.current();
        String asked = query == null ? "" : query.strip();
        String typed = asked.substring(0, Math.min(MOST_TYPED, asked.length()));
        RunSearchText text = RunSearchText.parse(typed, Instant.now());
        if (!text.isWordsOnly()) {
            return Uni.createFrom().item(found(RUNS + UrlText.query(typed)));
        }
        return matrix.now()
                .map(now -> ProductSearch.of(typed, now))
                .chain(products -> products.exact()
                        .map(hit -> Uni.createFrom().item(found(hit.address())))
                        .orElseGet(() -> run(typed, caller)
                                .chain(run -> run.map(one -> Uni.createFrom().item(found("/runs/" + one.id())))
                                        .orElseGet(() -> list(frame, typed, text, products, caller)))));
    }

    private Uni<Optional<Run>> run(String typed, Caller caller) {
        return RunId.isValid(typed)
                ? runStore.find(new RunId(typed))
                        .map(found -> found.filter(run -> caller.sees(run.owner(), run.isPublished())))
                : Uni.createFrom().item(Optional.empty());
    }

    private Uni<Response> list(
            PageFrame frame, String typed, RunSearchText text, ProductSearch products, Caller caller) {
        return runs.find(text.search(Optional.empty(), caller.seesOnly()), MOST_RUNS + 1)
                .chain(found -> verdicts.entries(found.stream().limit(MOST_RUNS).toList())
                        .map(entries -> new FindContent(
                                typed,
                                products.hits(),
                                products.near(),
                                entries,
                                found.size() > MOST_RUNS ? RUNS + UrlText.query(typed) : "")))
                .chain(content -> PageTemplates.find(frame, content).createUni())
                .map(page -> Response.ok(page, PagePolicy.HTML).build());
    }

    // Relative, as a proxy may change the host.
    private static Response found(String address) {
        return Response.status(303).header("location", address).build();
    }
}

package dev.throughline.pages;

import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.pages.RunContentFactory.Part;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import dev.throughline.rest.Problem;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.api.RunLookup;
import dev.throughline.run.lifecycle.RunStore;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/// The page of a run, and the buttons on it.
@WithPageDeadline
@Path("/runs/{run}")
class RunPageResource {
    private final RunLookup runLookup;
    private final RunContentFactory contents;
    private final RunStore runStore;
    private final PageFrames frames;
    private final CurrentCaller currentCaller;

    RunPageResource(
            RunLookup runLookup,
            RunContentFactory contents,
            RunStore runStore,
            PageFrames frames,
            CurrentCaller currentCaller) {
        this.runLookup = runLookup;
        this.contents = contents;
        this.runStore = runStore;
        this.frames = frames;
        this.currentCaller = currentCaller;
    }

    @GET
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public Uni<TemplateInstance> run(
            @PathParam("run") String id,
            @QueryParam("conversation") @Nullable String conversation,
            @QueryParam("after") @Nullable String after,
            @QueryParam("row") @Nullable String row,
            @Context HttpServerRequest request) {
        PageFrame frame = frames.of("runs", request);
        Caller caller = currentCaller.current();
        var part = new Part(
                number(conversation), number(after).orElse(0), number(row).orElse(0));
        return runLookup
                .run(id)
                .chain(run -> contents.of(run, part, caller.owns(run.owner())))
                .map(content -> PageTemplates.run(frame, content));
    }

    /// Handles a button, then redirects to the page, so that reloading it repeats nothing.
    @POST
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Operation(hidden = true)
    public Uni<Response> act(
            @PathParam("run") String id,
            @FormParam("action") @Nullable String action,
            @FormParam("token") @Nullable String token,
            @Context HttpServerRequest request) {
        FormToken.require(request, token);
        return runLookup
                .ownRun(id)
                .chain(run -> changed(run.id(), action == null ? "" : action))
                .map(run -> Response.status(303)
                        // Relative: a page may send forms to its own origin only, and a proxy may change the host.
                        .header("location", "/runs/" + run.id())
                        .build());
    }

    /// @param action the name of the button
    private Uni<Run> changed(RunId run, String action) {
        return switch (action) {
            case "seal" -> runStore.seal(run);
            case "publish" -> runStore.publish(run, true);
            case "unpublish" -> runStore.publish(run, false);
            case "pin" -> runStore.pin(run, true);
            case "unpin" -> runStore.pin(run, false);
            default ->
                throw Problem.inParameter("action", "seal, publish, unpublish, pin or unpin was expected.")
                        .exception();
        };
    }

    // What is no number selects nothing: addresses are typed by people.
    private static Optional<Integer> number(@Nullable String text) {
        return Optional.ofNullable(text)
                .filter(typed -> typed.matches("[0-9]{1,9}"))
                .map(Integer::valueOf);
    }
}

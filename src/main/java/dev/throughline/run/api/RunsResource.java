package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.backend.Backends;
import dev.throughline.rest.LimitProblemMapper;
import dev.throughline.rest.NumberBetween;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QueryTexts;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.run.lifecycle.InstanceRegistry;
import dev.throughline.run.lifecycle.RunQuota;
import dev.throughline.run.lifecycle.RunSearch;
import dev.throughline.run.lifecycle.RunSearchQuery;
import dev.throughline.run.lifecycle.RunStore;
import io.smallrye.mutiny.Uni;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Opens, lists, shows, seals and deletes runs.
@Path(RunPaths.RUNS)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = RunPaths.RUNS_TAG)
class RunsResource {
    private static final int LONGEST_REASON = 500;

    private final RunStore runStore;
    private final RunSearchQuery search;
    private final RunLookup runLookup;
    private final Backends backends;
    private final CurrentCaller currentCaller;
    private final RunQuota quota;
    private final ProxiedStubRunRule proxied;
    private final InstanceRegistry instances;

    RunsResource(
            RunStore runStore,
            RunSearchQuery search,
            RunLookup runLookup,
            Backends backends,
            CurrentCaller currentCaller,
            RunQuota quota,
            ProxiedStubRunRule proxied,
            InstanceRegistry instances) {
        this.runStore = runStore;
        this.search = search;
        this.runLookup = runLookup;
        this.backends = backends;
        this.currentCaller = currentCaller;
        this.quota = quota;
        this.proxied = proxied;
        this.instances = instances;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "createRun",
            summary = "Open a run",
            description = "Opens a run on the stub or in front of a backend. Point a client at one of its `urls`,"
                    + " then read its report.")
    @APIResponse(
            responseCode = "201",
            description = "The run with its URLs; Location names it.",
            content = @Content(schema = @Schema(implementation = RunView.class)))
    public Uni<Response> create(@Valid @Nullable NewRun order, @Context UriInfo request) {
        Caller caller = currentCaller.current();
        NewRun wanted = order == null ? NewRun.EMPTY : order;
        return backendHere(wanted.backend())
                .map(_ -> RunSettingsFactory.settings(wanted, backends.names(), backends.standard(), backends.rules()))
                .flatMap(settings -> proxied.checked(settings, caller))
                .call(() -> quota.denial(caller).invoke(denial -> denial.ifPresent(LimitProblemMapper::raise)))
                .flatMap(settings -> runStore.create(settings, caller.id()))
                .map(run -> Response.created(URI.create(RunPaths.RUNS + "/" + run.id()))
                        .entity(RunView.of(run, Optional.empty(), request))
                        .build());
    }

    /// Fails for a backend that only a process of other settings has.
    private Uni<Void> backendHere(@Nullable String name) {
        if (name == null || backends.find(name).isPresent()) {
            return Uni.createFrom().voidItem();
        }
        return instances
                .isBackendElsewhere(name)
                .invoke(is -> {
                    if (is) {
                        throw Problem.of(ProblemType.BACKEND_ELSEWHERE, "Retry in a few seconds.")
                                .exception();
                    }
                })
                .replaceWithVoid();
    }

    @GET
    @Operation(
            operationId = "listRuns",
            summary = "List runs, newest first",
            description = "The runs that the key may see. The filters apply together; `next` leads to the"
                    + " following page.")
    @APIResponse(responseCode = "200", description = "A page of runs, and the cursor of the next page.")
    @Parameter(name = "cursor", description = "Value of next in the previous response")
    @Parameter(
            name = "limit",
            description = "Maximum number of runs",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "500", defaultValue = "50"))
    public Uni<RunPage> list(
            @Valid @BeanParam RunListParameters parameters,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @DefaultValue("50") @NumberBetween(min = 1, max = 500) int limit,
            @Context UriInfo request) {
        RunSearch wanted =
                parameters.search(after(cursor), currentCaller.current().seesOnly());
        return search.find(wanted, limit + 1)
                .map(found -> found.stream()
                        .map(one -> RunView.of(one.run(), one.verdict(), request))
                        .toList())
                .map(found -> RunPage.of(found, limit));
    }

    @GET
    @Path("/{run}")
    @Operation(
            operationId = "getRun",
            summary = "Get a run",
            description = "What was asked for when the run was opened, its state, verdict and links.")
    @APIResponse(responseCode = "200", description = "The run.")
    public Uni<RunView> get(@PathParam("run") String id, @Context UriInfo request) {
        return runLookup.run(id).chain(run -> view(run, request));
    }

    @POST
    @Path("/{run}/seal")
    @Operation(
            operationId = "sealRun",
            summary = "Seal a run: it becomes immutable; sealing twice changes nothing",
            description = "Ends the run: later requests to it are refused, its verdict is final, and a run that"
                    + " is eligible feeds the matrix.")
    @APIResponse(responseCode = "200", description = "The sealed run.")
    public Uni<RunView> seal(
            @PathParam("run") String id,
            @Parameter(
                            description = "Why the run is sealed before its client is done, up to 500"
                                    + " characters. It is then"
                                    + " judged from what was recorded, and its verdict is never PASS.")
                    @QueryParam("reason")
                    @PlainText(max = LONGEST_REASON)
                    @Nullable
                    String reason,
            @Context UriInfo request) {
        Optional<String> early = QueryTexts.present(reason);
        return changed(id, run -> runStore.seal(run, early), request);
    }

    @POST
    @Path("/{run}/publish")
    @Operation(
            operationId = "publishRun",
            summary = "Let other keys read a run",
            description = "Makes the run and its evidence readable for every key. The path of a published run no"
                    + " longer replaces a key.")
    @APIResponse(responseCode = "200", description = "The published run.")
    public Uni<RunView> publish(@PathParam("run") String id, @Context UriInfo request) {
        return changed(id, run -> runStore.publish(run, true), request);
    }

    @POST
    @Path("/{run}/unpublish")
    @Operation(
            operationId = "unpublishRun",
            summary = "Hide a run from other keys again",
            description = "Makes the run readable only for the key that opened it and for administrators.")
    @APIResponse(responseCode = "200", description = "The run, hidden.")
    public Uni<RunView> unpublish(@PathParam("run") String id, @Context UriInfo request) {
        return changed(id, run -> runStore.publish(run, false), request);
    }

    @POST
    @Path("/{run}/pin")
    @Operation(
            operationId = "pinRun",
            summary = "Exempt a run from retention",
            description =
                    "A pinned run keeps its bodies and tokens; retention passes over it until it is" + " unpinned.")
    @APIResponse(responseCode = "200", description = "The pinned run.")
    public Uni<RunView> pin(@PathParam("run") String id, @Context UriInfo request) {
        return changed(id, run -> runStore.pin(run, true), request);
    }

    @POST
    @Path("/{run}/unpin")
    @Operation(
            operationId = "unpinRun",
            summary = "Make a run subject to retention again",
            description = "Retention removes the run's bodies and tokens when their time is over.")
    @APIResponse(responseCode = "200", description = "The run, no longer pinned.")
    public Uni<RunView> unpin(@PathParam("run") String id, @Context UriInfo request) {
        return changed(id, run -> runStore.pin(run, false), request);
    }

    @DELETE
    @Path("/{run}")
    @Operation(
            operationId = "deleteRun",
            summary = "Delete a run with everything recorded for it",
            description =
                    "Refused while answers of the run are in flight, in any process. What the compatibility matrix"
                            + " learnt from the run when it was sealed is kept; it contains no texts.")
    @APIResponse(responseCode = "204", description = "The run was deleted.")
    public Uni<Void> delete(@PathParam("run") String id) {
        return runLookup
                .ownRun(id)
                .flatMap(run -> runStore.delete(run.id()))
                .invoke(deleted -> {
                    if (!deleted) {
                        throw RunLookup.noRun(id);
                    }
                })
                .replaceWithVoid();
    }

    private Uni<RunView> changed(String id, Function<RunId, Uni<Run>> change, UriInfo request) {
        return runLookup.ownRun(id).chain(run -> change.apply(run.id())).chain(run -> view(run, request));
    }

    private Uni<RunView> view(Run run, UriInfo request) {
        return run.state() == RunState.SEALED
                ? search.verdict(run.id()).map(verdict -> RunView.of(run, verdict, request))
                : Uni.createFrom().item(RunView.of(run, Optional.empty(), request));
    }

    private static Optional<RunId> after(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        if (!RunId.isValid(text)) {
            throw Problem.inParameter("cursor", "the value of next in the previous response was expected.")
                    .exception();
        }
        return Optional.of(new RunId(text));
    }

    /// A page of runs, newest first.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(description = "A page of runs, newest first.")
    record RunPage(
            List<RunView> runs,

            @Schema(description = "Value of cursor for the next page; absent on the last.") @Nullable
            String next) {
        /// @param found one more than the limit if there are more
        static RunPage of(List<RunView> found, int limit) {
            if (found.size() <= limit) {
                return new RunPage(found, null);
            }
            return new RunPage(found.subList(0, limit), found.get(limit - 1).id());
        }
    }
}

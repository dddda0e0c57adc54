package dev.throughline.matrix.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.access.Denial;
import dev.throughline.access.Scope;
import dev.throughline.matrix.CellRules;
import dev.throughline.matrix.RescoreCursor;
import dev.throughline.matrix.report.RescoredView;
import dev.throughline.matrix.store.RescoreRunner;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.input.NumberBetween;
import dev.throughline.rest.input.QueryTexts;
import io.smallrye.mutiny.Uni;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Rescores sealed runs. Needs a key of scope `admin`, since it affects the runs of all keys.
@Path(MatrixPaths.MATRIX + "/rescore")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = MatrixPaths.TAG)
class RescoreResource {
    private static final String NAME = "1 to 64 letters, digits, - and _ were expected.";

    private final RescoreRunner rescoreRunner;
    private final CurrentCaller currentCaller;

    RescoreResource(RescoreRunner rescoreRunner, CurrentCaller currentCaller) {
        this.rescoreRunner = rescoreRunner;
        this.currentCaller = currentCaller;
    }

    @POST
    @Operation(
            operationId = "rescoreMatrix",
            summary = "Rescore a batch of sealed runs",
            description = "Applies the current rules to what was recorded: replaces the runs'"
                    + " evidence and recomputes the cells"
                    + " that depend on it. Start without a cursor and continue with `next` until it is absent."
                    + " Can be stopped and repeated at any time. Only one rescoring can run"
                    + " at a time: batches of another"
                    + " are refused until it is done or has requested none for a minute."
                    + " Requires a key with the scope admin.")
    @Parameter(name = "cursor", description = "Value of next in the previous response")
    @Parameter(
            name = "limit",
            description = "Maximum number of runs",
            schema =
                    @Schema(
                            type = SchemaType.INTEGER,
                            minimum = "" + CellRules.WINDOW,
                            maximum = "500",
                            defaultValue = "100"))
    @Parameter(
            name = "dryRun",
            description = "Report what would change, and change nothing. Each batch is computed"
                    + " on its own: for a combination"
                    + " whose runs without evidence are in several batches, each reports its own part.",
            schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
    @Parameter(
            name = "rescoring",
            description = "Id of the rescoring over all its batches, up to 64 letters, digits, - and _; without it,"
                    + " the batch is a rescoring of its own.")
    @APIResponse(responseCode = "200", description = "The result of the batch.")
    public Uni<RescoredView> rescore(
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @DefaultValue("100") @NumberBetween(min = CellRules.WINDOW, max = 500) int limit,
            @QueryParam("dryRun") @DefaultValue("false") boolean isDry,
            @QueryParam("rescoring") @Pattern(regexp = "[A-Za-z0-9_-]{1,64}", message = NAME) @Nullable
                    String rescoring) {
        currentCaller.current().needs(Scope.ADMIN).ifPresent(RescoreResource::refuse);
        RescoreCursor place = QueryTexts.cursor(cursor, RescoreCursor::parse).orElse(RescoreCursor.START);
        return rescoreRunner
                .next(Optional.ofNullable(rescoring), place, limit, isDry)
                .map(RescoredView::of);
    }

    static void refuse(Denial denial) {
        throw Problem.of(ProblemType.FORBIDDEN, denial.message()).exception();
    }
}

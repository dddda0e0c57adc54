package dev.throughline.run.training;

import dev.throughline.rest.PlainText;
import dev.throughline.rest.Problem;
import dev.throughline.run.RunId;
import dev.throughline.run.api.RunLookup;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Tuple;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Takes the rewards of a run's answers, which its training samples name.
@Path("/api/v1/runs/{run}/rewards")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Training")
class RewardsResource {
    private static final int MOST = 10_000;
    private static final String PREFIX = "req_";
    private static final String DEFAULT_NAME = "reward";
    private static final String RECORD = """
            UPDATE exchange e SET rewards = coalesce(e.rewards, '{}') || g.given
            FROM (SELECT r.key, jsonb_object_agg(r.name, r.value) AS given
                FROM unnest($2::text[], $3::text[], $4::double precision[]) AS r (key, name, value) GROUP BY r.key) g
            WHERE e.run_id = $1 AND e.answer_key = g.key RETURNING e.answer_key""";

    private final RunLookup runLookup;
    private final StatementRunner statements;

    RewardsResource(RunLookup runLookup, StatementRunner statements) {
        this.runLookup = runLookup;
        this.statements = statements;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "recordRewards",
            summary = "Record rewards of a run's answers",
            description = "Names each answer by the request id that its response had. A reward of the same name"
                    + " replaces the earlier one; also in a sealed run.")
    @APIResponse(
            responseCode = "200",
            description = "How many requests were found.",
            content = @Content(schema = @Schema(implementation = RecordedRewards.class)))
    public Uni<RecordedRewards> record(
            @PathParam("run") String id,
            @Valid @NotNull(message = "an object with rewards was expected, found nothing.") @Nullable
                    NewRewards order) {
        List<NewReward> rewards =
                List.copyOf(Objects.requireNonNull(Objects.requireNonNull(order).rewards()));
        return runLookup.ownRun(id).chain(run -> record(run.id(), rewards));
    }

    private Uni<RecordedRewards> record(RunId run, List<NewReward> rewards) {
        List<String> keys = new ArrayList<>();
        for (int index = 0; index < rewards.size(); index++) {
            NewReward reward = rewards.get(index);
            if (!Double.isFinite(reward.value())) {
                throw Problem.inField("/rewards/" + index + "/value", "a finite number was expected.")
                        .exception();
            }
            String request = Objects.requireNonNull(reward.request());
            keys.add(StoredText.encode(request.startsWith(PREFIX) ? request.substring(PREFIX.length()) : request));
        }
        Tuple values = Tuple.tuple()
                .addString(run.value())
                .addArrayOfString(keys.toArray(String[]::new))
                .addArrayOfString(rewards.stream()
                        .map(each -> StoredText.encode(Objects.requireNonNullElse(each.name(), DEFAULT_NAME)))
                        .toArray(String[]::new))
                .addArrayOfDouble(rewards.stream().map(NewReward::value).toArray(Double[]::new));
        return statements.run(RECORD, values, rows -> {
            Set<String> found = new HashSet<>();
            rows.forEach(row -> found.add(row.getString(0)));
            Set<String> unknown = new TreeSet<>();
            for (int index = 0; index < keys.size(); index++) {
                if (!found.contains(keys.get(index))) {
                    unknown.add(Objects.requireNonNull(rewards.get(index).request()));
                }
            }
            return new RecordedRewards(found.size(), List.copyOf(unknown));
        });
    }

    /// The body of `POST /runs/{run}/rewards`.
    @Schema(name = "NewRewards", description = "Rewards of a run's answers.")
    record NewRewards(
            @Schema(required = true, description = "1 to 10,000 rewards.")
            @NotNull(message = "an array of rewards was expected.")
            @Size(min = 1, max = MOST, message = "1 to {max} rewards were expected.")
            @Nullable
            List<@Valid @NotNull(message = "a reward was expected.") NewReward> rewards) {}

    /// How good an answer is.
    @Schema(name = "NewReward", description = "How good an answer is.")
    record NewReward(
            @Schema(
                    required = true,
                    description = "The value of x-request-id in the response.",
                    examples = "req_1k836ej4r93b258c1acue41bc")
            @PlainText(max = 200)
            @NotBlank(message = "the id of a request was expected.")
            @Nullable
            String request,

            @Schema(required = true, description = "The reward.", examples = "1.0")
            @NotNull(message = "a number was expected.")
            Double value,

            @Schema(description = "Of several rewards of an answer, which one.", defaultValue = DEFAULT_NAME)
            @PlainText(max = 100)
            @Nullable
            String name) {}

    /// How many requests were found.
    @Schema(name = "RecordedRewards", description = "How many requests were found.")
    record RecordedRewards(
            @Schema(required = true, description = "Requests whose rewards are recorded.")
            int requests,

            @Schema(required = true, description = "Ids that no request of the run has.")
            List<String> unknown) {}
}

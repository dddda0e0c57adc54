package dev.throughline.pages;

import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import dev.throughline.rest.Problem;
import dev.throughline.run.Run;
import dev.throughline.run.api.RunLookup;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Verdict;
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

/// Two runs compared, as ticked in the list.
@WithPageDeadline
@Path("/runs/compare")
class RunComparePageResource {
    private final RunLookup runLookup;
    private final RunVerdicts verdicts;
    private final PageFrames frames;

    RunComparePageResource(RunLookup runLookup, RunVerdicts verdicts, PageFrames frames) {
        this.runLookup = runLookup;
        this.verdicts = verdicts;
        this.frames = frames;
    }

    /// @param runs ids of two runs; the older one is shown first
    @GET
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public Uni<TemplateInstance> compare(@QueryParam("run") List<String> runs, @Context HttpServerRequest request) {
        PageFrame frame = frames.of("runs", request);
        List<String> chosen = runs.stream().distinct().sorted().toList();
        if (chosen.size() != 2) {
            throw Problem.inParameter(
                            "run", "two runs were expected, found " + chosen.size() + "; tick two in the list.")
                    .exception();
        }
        Uni<JudgedRun> first = judged(runLookup.run(chosen.getFirst()));
        Uni<JudgedRun> second = judged(runLookup.run(chosen.getLast()));
        return first.chain(one -> second.map(
                        other -> RunComparison.of(one.entry(), one.verdict(), other.entry(), other.verdict())))
                .map(comparison -> PageTemplates.runCompare(frame, comparison));
    }

    private Uni<JudgedRun> judged(Uni<Run> sought) {
        return sought.chain(run -> verdicts.of(run).map(verdict -> new JudgedRun(run, verdict)));
    }

    private record JudgedRun(Run run, Optional<RunVerdict> verdict) {
        RunEntry entry() {
            Optional<Verdict> word = verdict.map(RunVerdict::verdict);
            return RunEntry.of(run, word, Instant.now());
        }
    }
}

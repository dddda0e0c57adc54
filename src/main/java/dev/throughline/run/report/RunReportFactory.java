package dev.throughline.run.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.run.Run;
import dev.throughline.run.RunState;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.run.lifecycle.RunStore.StoredVerdict;
import dev.throughline.run.report.RunScores.Scored;
import dev.throughline.text.Json;
import dev.throughline.text.UrlText;
import dev.throughline.verdict.RunScore;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/// Creates the report of a run from its exchanges, or from the stored verdict if it was sealed and is large.
@ApplicationScoped
public class RunReportFactory {
    private final RunStore runStore;
    private final PrefixSource prefixes;
    private final RunRemedyFinder remedies;
    private final RunScores scores;

    RunReportFactory(RunStore runStore, PrefixSource prefixes, RunRemedyFinder remedies, RunScores scores) {
        this.runStore = runStore;
        this.prefixes = prefixes;
        this.remedies = remedies;
        this.scores = scores;
    }

    public Uni<RunReport> of(Run run) {
        if (run.state() != RunState.SEALED || run.exchanges() <= ScoredExchanges.WHOLE) {
            return scored(run);
        }
        return runStore.verdict(run.id())
                .chain(stored -> stored.map(found -> stored(run, found)).orElseGet(() -> scored(run)));
    }

    /// The report of a run as UTF-8 JSON; the same bytes for every endpoint.
    public Uni<byte[]> jsonOf(Run run) {
        return of(run).map(new JsonReport()::write);
    }

    /// The report of a run of live traffic as UTF-8 JSON: that of the run, and in `others` the other runs of its
    /// key and default URL on its day.
    /// @param url where the report of a client is, without the client
    public Uni<byte[]> jsonOf(Run run, List<Run> others, String url) {
        return of(run).map(report -> new LiveReport(report, others, url).write());
    }

    private Uni<RunReport> scored(Run run) {
        return scores.of(run)
                .chain(found -> prefixes.of(run).chain(prefix -> {
                    RunScore score = run.judged(found.score());
                    return remedies.of(run, score.verdict())
                            .map(known -> RunReport.of(
                                    run, new Scored(score, found.tally(), found.through(), found.at()), prefix, known));
                }));
    }

    // What was stored when the run was sealed: the exchanges are too many for every report.
    private Uni<RunReport> stored(Run run, StoredVerdict verdict) {
        return remedies.of(run, verdict.score().verdict())
                .map(known -> RunReport.of(run, verdict.tally(), verdict.score(), known));
    }

    /// The report on a default URL: the fields of a run's report, and `others`, one entry per other run of the day
    /// with `client` (`name`, `version`), `run`, `state`, `exchanges`, `created` and `report`, the path of its
    /// report.
    ///
    /// @param url where the report of a client is, without the client
    record LiveReport(RunReport report, List<Run> others, String url) {
        byte[] write() {
            ObjectNode tree = Json.RECORDS.valueToTree(report);
            ArrayNode listed = tree.putArray("others");
            others.forEach(run -> listed.add(entry(run)));
            return JsonReport.bytes(tree, report.run());
        }

        private ObjectNode entry(Run run) {
            ObjectNode entry = Json.RECORDS.createObjectNode();
            run.settings().client().ifPresent(client -> {
                entry.putObject("client").put("name", client.name()).put("version", client.version());
                String asked = client.version().isEmpty() ? client.name() : client.name() + "@" + client.version();
                entry.put("report", url + UrlText.query(asked));
            });
            return entry.put("run", run.id().value())
                    .put("state", run.state().name())
                    .put("exchanges", run.exchanges())
                    .put("created", run.created().toString());
        }
    }
}

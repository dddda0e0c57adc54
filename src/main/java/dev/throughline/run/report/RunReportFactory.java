package dev.throughline.run.report;

import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RetentionStep;
import dev.throughline.run.Run;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.run.remedy.RunRemedyFinder;
import dev.throughline.verdict.RunEvidence;
import dev.throughline.verdict.RunScorer;
import dev.throughline.verdict.RunVerdict;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/// Creates the report of a run from what is currently stored, or from the stored verdict if the exchanges
/// were removed.
@ApplicationScoped
public class RunReportFactory {
    private final ExchangeStore exchangeStore;
    private final RunStore runStore;
    private final PrefixSource prefixes;
    private final RunRemedyFinder remedies;

    RunReportFactory(ExchangeStore exchangeStore, RunStore runStore, PrefixSource prefixes, RunRemedyFinder remedies) {
        this.exchangeStore = exchangeStore;
        this.runStore = runStore;
        this.prefixes = prefixes;
        this.remedies = remedies;
    }

    public Uni<RunReport> of(Run run) {
        return run.removed().contains(RetentionStep.EXCHANGES) ? sealed(run) : scored(run);
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
        return exchangeStore
                .all(run.id())
                .chain(found -> prefixes.of(run).chain(prefix -> {
                    RunVerdict verdict = run.judged(RunScorer.score(evidence(run, found)));
                    return remedies.of(run, verdict).map(known -> RunReport.of(run, found, verdict, prefix, known));
                }));
    }

    // The evidence was removed: uses the verdict that was stored when the run was sealed.
    private Uni<RunReport> sealed(Run run) {
        return runStore.verdict(run.id())
                .map(stored -> stored.orElseGet(() -> RunScorer.score(evidence(run, List.of()))))
                .chain(verdict -> remedies.of(run, verdict)
                        .map(known -> RunReport.of(run, List.of(), verdict, Optional.empty(), known)));
    }

    private static RunEvidence evidence(Run run, List<RecordedExchange> exchanges) {
        return new RunEvidence(
                run.id().value(),
                run.settings().policy(),
                exchanges.stream().map(RecordedExchange::trace).toList());
    }
}

package dev.throughline.run.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.throughline.run.Exchanges;
import dev.throughline.run.Run;
import dev.throughline.verdict.Scorer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/// Makes the report of a run from what is stored of it at this moment.
@ApplicationScoped
public class Reports {
    private final Exchanges exchanges;
    private final ObjectMapper mapper;

    Reports(Exchanges exchanges, ObjectMapper mapper) {
        this.exchanges = exchanges;
        this.mapper = mapper;
    }

    /// The report of a run.
    public Uni<RunReport> of(Run run) {
        return exchanges.evidence(run).map(evidence -> RunReport.of(run, evidence, Scorer.score(evidence)));
    }

    /// The report of a run as UTF-8 JSON, the same bytes wherever it is asked for.
    public Uni<byte[]> jsonOf(Run run) {
        return of(run).map(this::write);
    }

    private byte[] write(RunReport report) {
        try {
            return mapper.writeValueAsBytes(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the report of run " + report.run() + " could not be written", e);
        }
    }
}

package dev.throughline.run.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.throughline.run.Exchanges;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.verdict.RunEvidence;
import dev.throughline.verdict.Scorer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

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
        return exchanges.all(run.id()).map(found -> RunReport.of(run, found, Scorer.score(evidence(run, found))));
    }

    /// The report of a run as UTF-8 JSON, the same bytes wherever it is asked for.
    public Uni<byte[]> jsonOf(Run run) {
        return of(run).map(this::write);
    }

    private static RunEvidence evidence(Run run, List<RecordedExchange> exchanges) {
        return new RunEvidence(
                run.id().value(),
                run.settings().policy(),
                exchanges.stream().map(RecordedExchange::trace).toList());
    }

    private byte[] write(RunReport report) {
        try {
            return mapper.writeValueAsBytes(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the report of run " + report.run() + " could not be written", e);
        }
    }
}

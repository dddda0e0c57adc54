package dev.throughline.run.api;

import dev.throughline.export.FileName;
import dev.throughline.rest.ETag;
import dev.throughline.run.RunState;
import dev.throughline.run.report.ReportFormat;
import dev.throughline.run.report.RunReport;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/// A report as an HTTP response. The report of a sealed run has an ETag, since only retention and what the matrix
/// learns change it; that of an open run has none.
final class ReportResponse {
    private ReportResponse() {}

    /// @param known the request's If-None-Match
    static Response of(RunReport report, ReportFormat form, Optional<String> known) {
        byte[] body = form.write(report);
        if (report.state() != RunState.SEALED) {
            return described(Response.ok(body), report, form)
                    .header(HttpHeaders.CACHE_CONTROL, "no-store")
                    .build();
        }
        ETag tag = ETag.of(body);
        return described(tag.isNamedBy(known) ? Response.notModified() : Response.ok(body), report, form)
                .header(HttpHeaders.ETAG, tag.value())
                .header(HttpHeaders.CACHE_CONTROL, "private, no-cache")
                .build();
    }

    private static Response.ResponseBuilder described(
            Response.ResponseBuilder answer, RunReport report, ReportFormat form) {
        String name = "throughline-" + report.run();
        answer.type(form.kind().mediaType())
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .header(HttpHeaders.CONTENT_DISPOSITION, FileName.disposition(form.kind(), name));
        return answer;
    }
}

package dev.throughline.run.api;

import dev.throughline.export.FileName;
import dev.throughline.run.RunState;
import dev.throughline.run.report.ReportFormat;
import dev.throughline.run.report.RunReport;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// A report as an HTTP answer. That of a sealed run has an ETag, since nothing but retention changes it; that of a run
/// under way has none.
final class ReportAnswer {
    private static final int TAG_LENGTH = 32;

    private ReportAnswer() {}

    /// @param known the request's If-None-Match
    static Response of(RunReport report, ReportFormat form, Optional<String> known) {
        byte[] body = form.write(report);
        if (report.state() != RunState.SEALED) {
            return described(Response.ok(body), report, form)
                    .header(HttpHeaders.CACHE_CONTROL, "no-store")
                    .build();
        }
        String tag = tag(body);
        boolean isKnown = known.isPresent() && names(known.get(), tag);
        return described(isKnown ? Response.notModified() : Response.ok(body), report, form)
                .header(HttpHeaders.ETAG, tag)
                .header(HttpHeaders.CACHE_CONTROL, "private, no-cache")
                .build();
    }

    private static Response.ResponseBuilder described(
            Response.ResponseBuilder answer, RunReport report, ReportFormat form) {
        String name = "throughline-" + report.run() + "." + form.extension();
        answer.type(form.mediaType())
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .header(HttpHeaders.CONTENT_DISPOSITION, FileName.disposition(form.isShown(), name));
        return answer;
    }

    /// Whether a list of tags has this one or is `*`; weak ones count too. Source: RFC 9110, 13.1.2.
    private static boolean names(String known, String tag) {
        return Arrays.stream(known.split(","))
                .map(one -> one.strip().replaceFirst("^W/", ""))
                .anyMatch(one -> one.equals("*") || one.equals(tag));
    }

    private static String tag(byte[] body) {
        try {
            String digest = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(body));
            return '"' + digest.substring(0, TAG_LENGTH) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

package dev.throughline.run.api;

import dev.throughline.problem.Problem;
import dev.throughline.problem.ProblemType;
import dev.throughline.run.report.ReportFormat;
import dev.throughline.run.report.TextReport;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Chooses the form of a report that a request asks for.
final class ReportChoice {
    private ReportChoice() {}

    /// The form: by `format` if it is there, else by Accept.
    /// @param accepted in the order of preference
    static ReportFormat of(@Nullable String format, @Nullable String colour, List<MediaType> accepted) {
        ReportFormat chosen = format == null ? accepted(accepted) : named(format);
        return chosen instanceof TextReport && "true".equals(colour) ? new TextReport(true) : chosen;
    }

    private static ReportFormat named(String format) {
        List<String> allowed = ReportFormat.labels();
        return ReportFormat.find(format)
                .orElseThrow(() -> Problem.inParameter(
                                "format",
                                "one of " + String.join(", ", allowed) + " was expected, found " + Fields.shown(format)
                                        + ".")
                        .allowing(allowed)
                        .exception());
    }

    private static ReportFormat accepted(List<MediaType> accepted) {
        return accepted.stream()
                .filter(wanted -> !isRefused(wanted))
                .flatMap(wanted -> ReportFormat.ALL.stream()
                        .filter(offered ->
                                MediaType.valueOf(offered.mediaType()).isCompatible(wanted)))
                .findFirst()
                .orElseThrow(() -> notAcceptable().exception());
    }

    /// Whether its weight is 0. Source: RFC 9110, 12.4.2.
    private static boolean isRefused(MediaType wanted) {
        String weight = wanted.getParameters().getOrDefault("q", "1");
        return weight.matches("0(\\.0*)?");
    }

    private static Problem notAcceptable() {
        List<String> types =
                ReportFormat.ALL.stream().map(ReportFormat::mediaType).toList();
        return Problem.of(
                        ProblemType.NOT_ACCEPTABLE,
                        "A report can be had as " + String.join(" or ", types) + ", or by ?format="
                                + String.join(" or ", ReportFormat.labels()) + ".")
                .allowing(types);
    }
}

package dev.throughline.run.api;

import dev.throughline.rest.FormatChoice;
import dev.throughline.run.report.ReportFormat;
import dev.throughline.run.report.TextReport;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Selects the report format that a request asks for.
final class ReportChoice {
    private ReportChoice() {}

    /// The format given by `format`, otherwise by Accept.
    /// @param accepted in order of preference
    static ReportFormat of(@Nullable String format, boolean isColoured, List<MediaType> accepted) {
        ReportFormat chosen = FormatChoice.of(ReportFormat.ALL, "A report", format, accepted);
        return chosen instanceof TextReport && isColoured ? new TextReport(true) : chosen;
    }
}

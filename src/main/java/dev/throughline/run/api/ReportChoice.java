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
    /// @param isLinked whether HTML links to the pages of this service
    /// @param accepted in order of preference
    static ReportFormat of(@Nullable String format, boolean isColoured, boolean isLinked, List<MediaType> accepted) {
        ReportFormat chosen = FormatChoice.of(ReportFormat.ALL, "A report", format, accepted);
        if (chosen instanceof TextReport && isColoured) {
            return new TextReport(true);
        }
        return isLinked ? chosen.linked() : chosen;
    }
}

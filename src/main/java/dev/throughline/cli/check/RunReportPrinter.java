package dev.throughline.cli.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import dev.throughline.text.Json;
import java.io.PrintWriter;

/// Prints a run's report and derives the exit code from its verdict.
final class RunReportPrinter {
    private RunReportPrinter() {}

    static int print(ServiceClient service, String run, String format, ColorOption color, PrintWriter out) {
        String json = service.report(run, "json");
        String report = format.equals("json") ? json : service.report(run, format);
        String printed = format.equals("text") ? color.paint(report) : report;
        out.print(printed.endsWith("\n") ? printed : printed + "\n");
        out.flush();
        try {
            return ExitCode.of(Json.TREES.readTree(json).path("verdict").asText());
        } catch (JsonProcessingException e) {
            throw new HarnessException("the report of run " + run + " is not JSON");
        }
    }
}

package dev.throughline.cli.check;

import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import dev.throughline.run.report.ReportFormat;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Prints the report of a run.
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Prints the report of a run.",
        footer = {
            "",
            "Examples:",
            "  throughline report 1k836ej4r93b258c1acue41bc",
            "  throughline report 1k836ej4r93b258c1acue41bc --format junit > report.xml"
        })
public final class ReportCommand extends ServiceCommand {
    @Parameters(paramLabel = "RUN", description = "The run's id.")
    private String run = "";

    @Option(
            names = "--format",
            defaultValue = "text",
            description = "text, json, junit, sarif or html (default: ${DEFAULT-VALUE}).")
    private String format = "";

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    @Mixin
    private ColorOption color = new ColorOption();

    @Override
    public Integer call() {
        String chosen = json ? "json" : format;
        if (ReportFormat.find(chosen).isEmpty()) {
            throw wrong("Unknown format " + chosen + "; known: " + String.join(", ", ReportFormat.labels()) + ".");
        }
        if (!run.matches("[0-9a-z-]{1,64}")) {
            throw wrong("A run id has 1 to 64 characters 0-9, a-z and -.");
        }
        return service.query(running -> print(running, chosen.toLowerCase(Locale.ROOT)));
    }

    /// Prints the report and derives the exit code from its verdict.
    private int print(ServiceClient running, String chosen) {
        ServiceClient.Response json = report(running, "json");
        String report =
                chosen.equals("json") ? json.body() : report(running, chosen).body();
        String printed = chosen.equals("text") ? color.paint(report) : report;
        PrintWriter out = spec.commandLine().getOut();
        out.print(printed.endsWith("\n") ? printed : printed + "\n");
        out.flush();
        return ExitCode.of(json.json().path("verdict").asText());
    }

    private ServiceClient.Response report(ServiceClient running, String chosen) {
        return service.known(running.get(
                "/api/v1/runs/" + run + "/report?links=false&format=" + chosen,
                request -> request.timeout(ServiceClient.LONGEST_REPORT)));
    }
}

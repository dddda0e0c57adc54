package dev.throughline.cli.matrix;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.harness.ServiceClient;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Prints a service's measurements as JSON lines, for instance to ship them.
@Command(
        name = "export-evidence",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the service's measurements as JSON lines with a header and a footer.",
            "Exit codes: 0 printed, 64 usage, 70 internal failure."
        },
        footer = {"", "Examples:", "  throughline matrix export-evidence --made-by 'the nightly build' > measured.jsonl"
        })
final class ExportEvidenceCommand implements Callable<Integer> {
    private static final String PATH = "/api/v1/matrix/evidence";

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--made-by",
            paramLabel = "TEXT",
            defaultValue = "./throughline check clients --all",
            description = "What produced the measurements, for the header (default: ${DEFAULT-VALUE}).")
    private String madeBy = "";

    @Option(
            names = "--after",
            paramLabel = "RUN",
            defaultValue = "",
            description = "Only runs after this one: the value of next in the footer of the previous file.")
    private String after = "";

    @Mixin
    private ServiceOption service = new ServiceOption();

    @Override
    public Integer call() {
        return service.query(this::print);
    }

    private int print(ServiceClient running) {
        QueryStringBuilder query =
                new QueryStringBuilder().add("command", madeBy).add("cursor", after);
        ServiceClient.Response response = running.get(PATH + query);
        if (response.status() == 400) {
            throw new CommandLine.ParameterException(spec.commandLine(), response.detail());
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(response.accepted().body());
        out.flush();
        spec.commandLine().getErr().println(response.body().lines().count() - 2 + " measurements");
        spec.commandLine().getErr().flush();
        return ExitCode.YES;
    }
}

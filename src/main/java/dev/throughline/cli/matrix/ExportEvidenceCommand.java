package dev.throughline.cli.matrix;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import dev.throughline.matrix.store.MeasuredFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Prints a service's measurements as JSON lines, for instance to ship them.
@Command(
        name = "export-evidence",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the service's measurements as JSON lines with a header and a footer.",
            "Exit codes: 0 printed, 64 usage, 70 internal failure."
        },
        footer = {
            "",
            "Examples:",
            "  throughline matrix export-evidence --made-by 'the nightly build' > measured.jsonl",
            "  throughline matrix export-evidence --with db/measured.jsonl > merged.jsonl"
        })
final class ExportEvidenceCommand extends ServiceCommand {
    private static final String PATH = "/api/v1/matrix/evidence";

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

    @Option(
            names = "--with",
            paramLabel = "FILE",
            description = "Also what this file has of other runs, for instance what was shipped before.")
    private Optional<Path> earlier = Optional.empty();

    @Override
    public Integer call() {
        return service.query(this::print);
    }

    private int print(ServiceClient running) {
        QueryStringBuilder query =
                new QueryStringBuilder().add("command", madeBy).add("cursor", after);
        String body = service.known(running.get(PATH + query)).body();
        String file = earlier.map(path -> merged(path, body)).orElse(body);
        PrintWriter out = spec.commandLine().getOut();
        out.print(file);
        out.flush();
        long measurements = file.lines()
                .filter(line -> line.startsWith("{\"type\":\"measurement\""))
                .count();
        spec.commandLine().getErr().println(measurements + " measurements");
        spec.commandLine().getErr().flush();
        return ExitCode.YES;
    }

    private String merged(Path path, String exported) {
        try {
            byte[] merged = MeasuredFile.merge(Files.readAllBytes(path), exported.getBytes(StandardCharsets.UTF_8));
            return new String(merged, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw wrong("--with: " + path + " cannot be read.");
        } catch (IllegalArgumentException e) {
            throw wrong("--with: " + path + ": " + e.getMessage() + ".");
        }
    }
}

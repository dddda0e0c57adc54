package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.harness.ServiceClient;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Prints the compatibility matrix.
@Command(
        name = "matrix",
        mixinStandardHelpOptions = true,
        subcommands = {ExportEvidenceCommand.class, RescoreCommand.class, MatrixSiteCommand.class},
        description = {
            "Prints the compatibility matrix: which version of which client preserves reasoning.",
            "Exit codes: 0 printed, 64 usage, 70 internal failure."
        },
        footer = {
            "",
            "Examples:",
            "  throughline matrix",
            "  throughline matrix --client opencode --dialect openai-chat --capability THINK"
        })
public final class MatrixCommand implements Callable<Integer> {
    private static final List<String> FORMATS = List.of("text", "json", "jsonl", "csv", "html");
    private static final String PATH = "/api/v1/matrix";

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Mixin
    private MatrixFilters filters = new MatrixFilters();

    @Option(
            names = "--format",
            paramLabel = "F",
            defaultValue = "text",
            description = "text, json, jsonl, csv or html (default: ${DEFAULT-VALUE}).")
    private String format = "";

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    @Mixin
    private ColorOption color = new ColorOption();

    @Mixin
    private ServiceOption service = new ServiceOption();

    @Override
    public Integer call() {
        String chosen = json ? "json" : format.toLowerCase(Locale.ROOT);
        if (!FORMATS.contains(chosen)) {
            throw new ParameterException(
                    spec.commandLine(), "Unknown format " + format + "; known: " + String.join(", ", FORMATS) + ".");
        }
        return service.query(running -> print(running, chosen));
    }

    private int print(ServiceClient running, String chosen) {
        String printed = chosen.equals("text")
                ? color.paint(text(running))
                : accepted(running.get(PATH + filters.query().add("format", chosen)))
                        .body();
        spec.commandLine().getOut().println(printed.stripTrailing());
        spec.commandLine().getOut().flush();
        return ExitCode.YES;
    }

    private String text(ServiceClient running) {
        var table = new MatrixText();
        Optional<String> cursor = Optional.empty();
        do {
            JsonNode page = accepted(running.get(PATH + filters.query().add("cursor", cursor)))
                    .json();
            table.add(page);
            cursor = Optional.ofNullable(page.path("next").textValue());
        } while (cursor.isPresent() && !filters.isOnePage());
        return table.text();
    }

    private ServiceClient.Response accepted(ServiceClient.Response response) {
        if (response.status() == 400 || response.status() == 404) {
            throw new ParameterException(spec.commandLine(), response.detail());
        }
        return response.accepted();
    }
}

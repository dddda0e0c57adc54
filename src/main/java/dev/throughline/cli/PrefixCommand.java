package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Reports how much of their predecessors' prompts the requests of a run, or two files, repeat.
@Command(
        name = "prefix",
        mixinStandardHelpOptions = true,
        description = {
            "Reports for each request of a run, or for two files with consecutive requests, how much of the"
                    + " previous prompt and its answer it repeats, and so can be read from a prefix cache, and which"
                    + " field made them diverge.",
            "Exit codes: 0 every prompt continues the previous one, or only the template breaks it; 1 something is lost"
                    + " that the client or a template option could have kept; 2 unknown: there is nothing to"
                    + " compare, or no template."
        },
        footer = {
            "",
            "Examples:",
            "  throughline prefix 1k836ej4r93b258c1acue41bc",
            "  throughline prefix first.json second.json"
        })
public final class PrefixCommand extends ServiceCommand {
    private static final int RUN = 1;

    /// Requests that are asked for at once.
    private static final String LIMIT = "200";

    @Parameters(
            arity = "1..3",
            paramLabel = "RUN | A B [ANSWER]",
            description = "Id of a run, or two files with requests as JSON; --answer adds the answer between them.")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = "--template",
            paramLabel = "NAME|FILE",
            description = "Of a run: a template that the service knows. Of files: a template, a tokenizer_config.json,"
                    + " a GGUF file or the name of a built-in template (default: by the model's name).")
    private Optional<String> template = Optional.empty();

    @Mixin
    private PrefixFileComparison files = new PrefixFileComparison();

    @Override
    public Integer call() {
        if (sources.size() > RUN) {
            return files.compare(spec.commandLine(), sources, template);
        }
        if (!run().matches("[0-9a-z-]{1,64}")) {
            throw wrong("Expected a run id of 1 to 64 characters 0-9, a-z and -, or two files.");
        }
        return service.query(this::compare);
    }

    private String run() {
        return sources.getFirst();
    }

    private int compare(ServiceClient running) {
        PrefixPrinter lines = new PrefixPrinter(spec.commandLine().getOut());
        Optional<String> after = Optional.empty();
        do {
            String query = new QueryStringBuilder()
                    .add("template", template)
                    .add("after", after)
                    .add("limit", Optional.of(LIMIT))
                    .toString();
            ServiceClient.Response answer = running.get("/api/v1/runs/" + run() + "/prefix" + query);
            if (answer.isRefused()) {
                return refused(answer);
            }
            JsonNode page = answer.json();
            page.path("steps").forEach(step -> print(lines, step));
            after = Optional.of(page.path("next").asText("")).filter(next -> !next.isEmpty());
        } while (after.isPresent());
        return lines.code();
    }

    /// If no template is known for the model, there is no result; a wrong name is a usage error.
    private int refused(ServiceClient.Response answer) {
        boolean isTemplateMissing =
                template.isEmpty() && answer.json().path("parameter").asText().equals("template");
        if (!isTemplateMissing) {
            service.known(answer);
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("throughline: " + answer.detail());
        err.flush();
        return ExitCode.UNKNOWN;
    }

    private static void print(PrefixPrinter lines, JsonNode step) {
        lines.print(
                "request " + step.path("exchange").asInt() + " after "
                        + step.path("previous").asInt(),
                step.path("comparison"));
        JsonNode cache = step.path("cache");
        if (cache.has("reported")) {
            lines.cache(
                    cache.path("reported").asInt(),
                    cache.path("reusable").asInt(),
                    cache.path("unexplained").asInt());
        }
    }
}

package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.RunService;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// Says how far the requests of a run repeat one another.
@Command(
        name = "prefix",
        mixinStandardHelpOptions = true,
        description = {
            "Says for each request of a run how much of the prompt before it and its answer it repeats, and so can be"
                    + " taken from a prefix cache, and which field made them part.",
            "Exit codes: 0 every prompt continues the one before, 1 something is lost, 2 there is nothing to compare."
        })
final class PrefixCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(paramLabel = "RUN", description = "The run's id.")
    private String run = "";

    @Option(
            names = "--template",
            paramLabel = "NAME",
            description = "A template that the service knows (default: by the name of the model).")
    private Optional<String> template = Optional.empty();

    @Mixin
    private ServiceOption service = new ServiceOption();

    @Override
    public Integer call() {
        if (!run.matches("[0-9a-z-]{1,64}")) {
            throw new ParameterException(spec.commandLine(), "A run id has 1 to 64 characters 0-9, a-z and -.");
        }
        return service.with(this::compare);
    }

    private int compare(RunService running) {
        int code = ExitCode.UNKNOWN;
        Optional<String> after = Optional.empty();
        do {
            String query = new QueryText()
                    .add("template", template)
                    .add("after", after)
                    .toString();
            RunService.Told answer = running.get("/api/v1/runs/" + run + "/prefix" + query);
            if (answer.isRefused()) {
                throw new ParameterException(spec.commandLine(), answer.detail());
            }
            JsonNode page = answer.json();
            for (JsonNode step : page.path("steps")) {
                print(step);
                boolean isStable = step.at("/comparison/stable").asBoolean();
                code = isStable && code != ExitCode.NO ? ExitCode.YES : ExitCode.NO;
            }
            after = Optional.of(page.path("next").asText("")).filter(next -> !next.isEmpty());
        } while (after.isPresent());
        return code;
    }

    private void print(JsonNode step) {
        JsonNode comparison = step.path("comparison");
        PrintWriter out = spec.commandLine().getOut();
        out.println("request %d after %d: %d of %d characters repeated%s"
                .formatted(
                        step.path("exchange").asInt(),
                        step.path("previous").asInt(),
                        comparison.path("common").asInt(),
                        comparison.path("previous").asInt(),
                        comparison.path("stable").asBoolean() ? "" : ", " + loss(comparison)));
        out.flush();
    }

    private static String loss(JsonNode comparison) {
        String anyway = comparison.path("templateClearsAnyway").asBoolean()
                ? " (the template would have left it out anyway)"
                : "";
        return comparison.path("wasted").asInt() + " lost: "
                + comparison.path("cause").asText() + " at "
                + comparison.path("pointer").asText() + anyway;
    }
}

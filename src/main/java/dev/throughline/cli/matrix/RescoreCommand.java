package dev.throughline.cli.matrix;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.harness.ServiceClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Lets a service rescore its sealed runs, batch by batch.
@Command(
        name = "rescore",
        mixinStandardHelpOptions = true,
        description = {
            "Rescores the sealed runs of the service with the current rules, from what was recorded, and recomputes the"
                    + " matrix.",
            "Can be stopped at any time and run against a service in use. Requires a key with the scope admin.",
            "Only one rescoring can run at a time per database.",
            "Exit codes: 0 done, 1 another rescoring is running, 64 usage, 70 internal failure."
        },
        footer = {"", "Examples:", "  throughline matrix rescore"})
final class RescoreCommand implements Callable<Integer> {
    private static final int CONFLICT = 409;
    private static final String PATH = "/api/v1/matrix/rescore";
    /// A run of a million exchanges takes more than a minute.
    private static final Duration LONGEST_BATCH = Duration.ofHours(1);

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(names = "--dry-run", description = "Report what would change; change nothing.")
    private boolean isDry;

    @Option(
            names = "--after",
            paramLabel = "CURSOR",
            description = "Continue where an earlier run of this command stopped.")
    private Optional<String> after = Optional.empty();

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "100",
            description = "Runs per transaction, 10 to 500 (default: ${DEFAULT-VALUE}).")
    private String batch = "";

    private final String name = UUID.randomUUID().toString();

    @Mixin
    private ServiceOption service = new ServiceOption();

    @Override
    public Integer call() {
        return service.with(this::rescore);
    }

    private int rescore(ServiceClient running) {
        PrintWriter out = spec.commandLine().getOut();
        var progress = new ProgressLines(spec.commandLine().getErr());
        var text = new RescoredText();
        Optional<String> cursor = after;
        do {
            ServiceClient.Response response = next(running, cursor);
            if (response.status() == CONFLICT) {
                spec.commandLine().getErr().println("throughline: " + response.detail());
                return ExitCode.NO;
            }
            text.add(response.json());
            cursor = text.next();
            progress.say(text.progress()
                    + cursor.map(next -> "; --after " + next + " continues here")
                            .orElse(""));
        } while (cursor.isPresent());
        out.println(text.text(isDry));
        out.flush();
        return ExitCode.YES;
    }

    private ServiceClient.Response next(ServiceClient running, Optional<String> cursor) {
        QueryStringBuilder query = new QueryStringBuilder()
                .add("rescoring", name)
                .add("limit", batch)
                .add("cursor", cursor);
        ServiceClient.Response response =
                running.post(PATH + (isDry ? query.add("dryRun", "true") : query), "", LONGEST_BATCH);
        if (response.status() == 400) {
            throw new ParameterException(spec.commandLine(), response.detail());
        }
        return response.status() == CONFLICT ? response : response.accepted();
    }
}

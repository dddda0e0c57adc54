package dev.throughline.cli.matrix;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.process.HarnessException;
import java.io.PrintWriter;
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
            "Scores the sealed runs of the service again, by today's rules and from what was recorded, and computes the"
                    + " matrix anew.",
            "May be stopped at any time, and beside a service in use. A key needs the scope admin.",
            "One goes on at a time, over all services on the database.",
            "Exit codes: 0 done, 1 another one goes on, 64 usage, 70 the program failed."
        })
final class RescoreCommand implements Callable<Integer> {
    private static final int CONFLICT = 409;
    private static final String PATH = "/api/v1/matrix/rescore";

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(names = "--dry-run", description = "Say what would change; change nothing.")
    private boolean isDry;

    @Option(names = "--after", paramLabel = "CURSOR", description = "Go on where a run of this command ended.")
    private Optional<String> after = Optional.empty();

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "100",
            description = "Runs in one transaction, 10 to 500 (default: ${DEFAULT-VALUE}).")
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
            ServiceClient.Told told = next(running, cursor);
            if (told.status() == CONFLICT) {
                spec.commandLine().getErr().println("throughline: " + told.detail());
                return ExitCode.NO;
            }
            text.add(told.json());
            cursor = text.next();
            progress.say(text.progress()
                    + cursor.map(next -> "; --after " + next + " goes on here").orElse(""));
        } while (cursor.isPresent());
        out.println(text.text(isDry));
        out.flush();
        return ExitCode.YES;
    }

    private ServiceClient.Told next(ServiceClient running, Optional<String> cursor) {
        QueryStringBuilder query = new QueryStringBuilder()
                .add("rescoring", name)
                .add("limit", batch)
                .add("cursor", cursor);
        ServiceClient.Told told = running.post(PATH + (isDry ? query.add("dryRun", "true") : query), "");
        if (told.status() == 400) {
            throw new ParameterException(spec.commandLine(), told.detail());
        }
        if (told.isRefused() && told.status() != CONFLICT) {
            throw new HarnessException("the service answered " + told.status() + ": " + told.detail());
        }
        return told;
    }
}

package dev.throughline.cli;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.DatabaseOption;
import dev.throughline.run.RetentionStep;
import dev.throughline.run.retention.RemovalReport;
import dev.throughline.run.retention.Retention;
import dev.throughline.run.retention.RetentionConfig;
import dev.throughline.run.retention.RetentionConfigReader;
import dev.throughline.run.retention.RetentionPolicy;
import dev.throughline.store.database.Database;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Reports what retention would remove, or removes it.
@Command(
        name = "retention",
        mixinStandardHelpOptions = true,
        description = {
            "Removes what is older than throughline.retention.* allows: request bodies, tokens, exchanges, then"
                    + " the runs with their verdicts.",
            "Open and pinned runs are kept, and the latest run of each version of a client.",
            "Works on the service's database, whether the service is running or not.",
            "Exit codes: 0 done, 1 another process is removing data."
        },
        footer = {"", "Examples:", "  throughline retention --dry-run", "  throughline retention --now"})
final class RetentionCommand implements Callable<Integer> {
    private static final String LINE = "%-10s %-21s %10s %12s %16s%s";

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private Mode mode = new Mode();

    @Option(
            names = "--bodies",
            paramLabel = "AGE",
            description = "How long request bodies are kept, such as 30d or 12h.")
    private Optional<String> bodies = Optional.empty();

    @Option(names = "--tokens", paramLabel = "AGE", description = "How long tokens are kept.")
    private Optional<String> tokens = Optional.empty();

    @Option(names = "--exchanges", paramLabel = "AGE", description = "How long exchanges are kept.")
    private Optional<String> exchanges = Optional.empty();

    @Option(
            names = "--verdicts",
            paramLabel = "AGE",
            description = "How long runs and verdicts are kept. Options left out use the configured value.")
    private Optional<String> verdicts = Optional.empty();

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    /// The action; exactly one.
    static final class Mode {
        @Option(names = "--dry-run", description = "Report what would be removed; change nothing.")
        private boolean isDry;

        @Option(names = "--now", description = "Remove it.")
        private boolean isNow;
    }

    @Override
    public Integer call() {
        RetentionConfig config;
        RetentionPolicy policy;
        try {
            config = RetentionConfigReader.read(given());
            policy = RetentionPolicy.of(config);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (policy.isOff()) {
            say("Nothing to do: no throughline.retention.* is set, so everything is kept.");
            return ExitCode.YES;
        }
        return work(config, policy);
    }

    private int work(RetentionConfig config, RetentionPolicy policy) {
        try (Database opened = Database.open(database.environment())) {
            Retention retention = Retention.of(opened.dataSource(), policy, config);
            // A signal ends the statement in PostgreSQL too.
            Runtime.getRuntime().addShutdownHook(new Thread(retention::cancel, "retention-cancel"));
            if (mode.isDry) {
                show(retention.preview());
                say("Nothing was changed.");
                return ExitCode.YES;
            }
            Optional<List<RemovalReport>> removed = retention.apply();
            removed.ifPresentOrElse(this::show, () -> say("Another process is removing data; nothing was done."));
            return removed.isPresent() ? ExitCode.YES : ExitCode.NO;
        }
    }

    private Map<String, String> given() {
        Map<String, String> given = new HashMap<>();
        for (RetentionStep step : RetentionStep.values()) {
            option(step).ifPresent(age -> given.put("throughline.retention." + step.label(), age));
        }
        return given;
    }

    private Optional<String> option(RetentionStep step) {
        return switch (step) {
            case BODIES -> bodies;
            case TOKENS -> tokens;
            case EXCHANGES -> exchanges;
            case VERDICTS -> verdicts;
        };
    }

    private void show(List<RemovalReport> removals) {
        say(LINE.formatted("step", "sealed before", "runs", "rows", "bytes", ""));
        removals.forEach(removalReport -> say(line(removalReport)));
    }

    private static String line(RemovalReport removalReport) {
        String days = removalReport.partitions() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "  and %d days, %,d bytes",
                        removalReport.partitions(),
                        removalReport.partitionBytes());
        return LINE.formatted(
                removalReport.step().label(),
                removalReport.before().truncatedTo(ChronoUnit.SECONDS),
                number(removalReport.runs()),
                number(removalReport.rows()),
                number(removalReport.bytes()),
                days);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private void say(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}

package dev.throughline.cli;

import dev.throughline.cli.output.CliCommand;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.DatabaseOption;
import dev.throughline.run.retention.Retention;
import dev.throughline.run.retention.Retention.Removed;
import dev.throughline.run.retention.RetentionConfigReader;
import dev.throughline.run.retention.RetentionPolicy;
import dev.throughline.store.database.Database;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Counts what retention would remove, or removes it.
@Command(
        name = "retention",
        mixinStandardHelpOptions = true,
        description = {
            "Removes what is older than throughline.retention.* allows: contents (request bodies and tokens), then"
                    + " the runs.",
            "Open and pinned runs are kept, and the latest run of each version of a client.",
            "Works on the service's database, whether the service is running or not.",
            "Exit codes: 0 done, 1 another process is removing data."
        },
        footer = {"", "Examples:", "  throughline retention --dry-run", "  throughline retention --now"})
final class RetentionCommand extends CliCommand {
    @ArgGroup(multiplicity = "1")
    private Mode mode = new Mode();

    @Option(
            names = "--contents",
            paramLabel = "AGE",
            description = "How long request bodies and tokens are kept, such as 30d or 12h.")
    private Optional<String> contents = Optional.empty();

    @Option(
            names = "--runs",
            paramLabel = "AGE",
            description = "How long runs are kept. Options left out use the configured value.")
    private Optional<String> runs = Optional.empty();

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    /// The action; exactly one.
    static final class Mode {
        @Option(names = "--dry-run", description = "Count what would be removed; change nothing.")
        private boolean isDry;

        @Option(names = "--now", description = "Remove it.")
        private boolean isNow;
    }

    @Override
    public Integer call() {
        RetentionPolicy policy;
        try {
            policy = RetentionPolicy.of(RetentionConfigReader.read(given()));
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        if (policy.isOff()) {
            say("Nothing to do: no throughline.retention.* is set, so everything is kept.");
            return ExitCode.YES;
        }
        try (Database opened = Database.open(database.environment())) {
            return work(new Retention(opened.dataSource(), policy));
        }
    }

    private int work(Retention retention) {
        // A signal ends the statement in PostgreSQL too.
        Runtime.getRuntime().addShutdownHook(new Thread(retention::cancel, "retention-cancel"));
        if (mode.isDry) {
            Removed due = retention.preview();
            say(
                    "Would remove the contents of %,d runs, and %,d runs. Nothing was changed.",
                    due.contents(), due.runs());
            return ExitCode.YES;
        }
        Optional<Removed> removed = retention.apply();
        removed.ifPresentOrElse(
                done -> say(
                        "Removed the contents of %,d runs, %,d runs and %,d empty days of tokens.",
                        done.contents(), done.runs(), done.days()),
                () -> say("Another process is removing data; nothing was done."));
        return removed.isPresent() ? ExitCode.YES : ExitCode.NO;
    }

    private Map<String, String> given() {
        Map<String, String> given = new HashMap<>();
        contents.ifPresent(age -> given.put("throughline.retention.contents", age));
        runs.ifPresent(age -> given.put("throughline.retention.runs", age));
        return given;
    }

    private void say(String line, Object... values) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(String.format(Locale.ROOT, line, values));
        out.flush();
    }
}

package dev.throughline.cli.cache;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.harness.CacheContents;
import dev.throughline.harness.CacheLimit;
import dev.throughline.harness.NpmCache;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Removes what was used longest ago.
@Command(
        name = "trim",
        mixinStandardHelpOptions = true,
        description = {
            "Removes the installations used longest ago until the rest is within the limit.",
            "What was used within the last hour is kept, as a check may be using it."
        },
        footer = {"", "Examples:", "  throughline cache trim", "  throughline cache trim --to 2048"})
final class TrimCacheCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(names = "--to", paramLabel = "MIB", description = "Limit in MiB (default: THROUGHLINE_CACHE_MIB).")
    private Optional<String> wanted = Optional.empty();

    @Override
    public Integer call() {
        CacheLimit limit = limit();
        var contents = new CacheContents(NpmCache.defaultRoot());
        List<CacheContents.Entry> removed = contents.trim(limit);
        PrintWriter out = spec.commandLine().getOut();
        out.println(Removed.text(removed, contents.entries()) + " (" + limit + ")");
        out.flush();
        return ExitCode.YES;
    }

    private CacheLimit limit() {
        try {
            return wanted.map(text -> CacheLimit.ofMib("--to", text)).orElseGet(() -> CacheLimit.of(System.getenv()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage() + ".");
        }
    }
}

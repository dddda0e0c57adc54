package dev.throughline.cli.cache;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.harness.CacheContents;
import dev.throughline.harness.NpmCache;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Empties the cache.
@Command(
        name = "clear",
        mixinStandardHelpOptions = true,
        description = {
            "Removes the installations.",
            "What was used within the last hour is kept, as a check may be using it; --all removes that too."
        },
        footer = {"", "Examples:", "  throughline cache clear"})
final class ClearCacheCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(names = "--all", description = "Also remove what was used within the last hour.")
    private boolean all;

    @Override
    public Integer call() {
        var contents = new CacheContents(NpmCache.defaultRoot());
        List<CacheContents.Entry> removed = contents.clear(all);
        PrintWriter out = spec.commandLine().getOut();
        out.println(Removed.text(removed, contents.entries()));
        out.flush();
        return ExitCode.YES;
    }
}

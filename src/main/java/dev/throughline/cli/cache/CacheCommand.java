package dev.throughline.cli.cache;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/// Shows and empties the cache of installed clients.
@Command(
        name = "cache",
        mixinStandardHelpOptions = true,
        description = {
            "Shows and empties the cache of the clients that checks installed.",
            "It is in THROUGHLINE_CACHE_DIR and takes at most THROUGHLINE_CACHE_MIB (10240; 0 for no limit): after an"
                    + " installation those used longest ago are removed."
        },
        footer = {"", "Examples:", "  throughline cache show", "  throughline cache trim --to 2048"},
        subcommands = {ShowCacheCommand.class, TrimCacheCommand.class, ClearCacheCommand.class})
public final class CacheCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A subcommand is missing: show, trim or clear.");
    }
}

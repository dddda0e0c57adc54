package dev.throughline.cli.cache;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.TextTable;
import dev.throughline.harness.CacheContents;
import dev.throughline.harness.CacheLimit;
import dev.throughline.harness.NpmCache;
import dev.throughline.text.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Lists what the cache has.
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Lists the installations, the one used longest ago first: package, version, size, last use.",
        footer = {"", "Examples:", "  throughline cache show", "  throughline cache show --json"})
final class ShowCacheCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object; sizes are in bytes.")
    private boolean json;

    @Override
    public Integer call() {
        CacheLimit limit = limit();
        Path root = NpmCache.defaultRoot();
        List<CacheContents.Entry> entries = new CacheContents(root).entries();
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? json(root, limit, entries) : text(root, limit, entries));
        out.flush();
        return ExitCode.YES;
    }

    private CacheLimit limit() {
        try {
            return CacheLimit.of(System.getenv());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage() + ".");
        }
    }

    private static String text(Path root, CacheLimit limit, List<CacheContents.Entry> entries) {
        var table = new TextTable(List.of("package", "version", "size", "last used", "state"));
        entries.forEach(entry -> table.add(List.of(
                entry.packageName(),
                entry.version(),
                CacheLimit.mib(entry.bytes()),
                entry.used().truncatedTo(ChronoUnit.SECONDS).toString(),
                entry.isFinished() ? "" : "unfinished")));
        return (entries.isEmpty() ? "" : table.text()) + Removed.amount(entries) + " in " + root + " (" + limit + ")";
    }

    private static ObjectNode json(Path root, CacheLimit limit, List<CacheContents.Entry> entries) {
        ObjectNode shown = Json.TREES
                .createObjectNode()
                .put("folder", root.toString())
                .put("limitBytes", limit.bytes())
                .put(
                        "bytes",
                        entries.stream().mapToLong(CacheContents.Entry::bytes).sum());
        entries.forEach(entry -> shown.withArray("installations")
                .addObject()
                .put("package", entry.packageName())
                .put("version", entry.version())
                .put("bytes", entry.bytes())
                .put("used", entry.used().toString())
                .put("finished", entry.isFinished()));
        return shown;
    }
}

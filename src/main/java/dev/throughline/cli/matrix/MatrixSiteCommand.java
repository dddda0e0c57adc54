package dev.throughline.cli.matrix;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.ServiceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Writes the matrix as static files.
@Command(
        name = "site",
        mixinStandardHelpOptions = true,
        description = {
            "Writes the matrix as static files that open from a folder and below any address: products, version",
            "ranges, cells with their evidence, can-i-use, badges, and feeds of changes (Atom, JSON Feed).",
            "Exit codes: 0 written, 64 usage, 70 internal failure."
        },
        footer = {"", "Examples:", "  throughline matrix site public"})
final class MatrixSiteCommand extends ServiceCommand {
    @Parameters(paramLabel = "DIR", description = "A folder that is empty or does not exist.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws IOException {
        var folder = new SiteFolder(directory);
        if (!folder.isFree()) {
            throw wrong(directory + ": expected a folder that is empty or does not exist.");
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw wrong(directory + ": the folder cannot be made.");
        }
        return service.query(running -> {
            var progress = new ProgressLines(spec.commandLine().getErr());
            new SiteWriter(SiteSource.of(running), folder, progress).write();
            progress.say(folder.size() + " files in " + directory);
            return ExitCode.YES;
        });
    }
}

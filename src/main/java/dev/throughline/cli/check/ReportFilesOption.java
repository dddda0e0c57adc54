package dev.throughline.cli.check;

import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import dev.throughline.run.report.ReportFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Files that a check writes its report to, for build servers.
final class ReportFilesOption {
    @Option(
            names = "--report",
            paramLabel = "FORMAT=FILE",
            description = "Also write the report to a file: junit=FILE, sarif=FILE, html=FILE, json=FILE or"
                    + " text=FILE; repeatable. Of several scenarios the decisive one, and all of them to files beside"
                    + " it (FILE-SCENARIO).")
    private Map<String, Path> files = new LinkedHashMap<>();

    /// Refuses unknown formats, and files whose folder does not exist, before anything starts.
    void check(CommandSpec spec) {
        files.forEach((format, file) -> {
            if (ReportFormat.find(format).isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--report: unknown format " + format + "; known: " + String.join(", ", ReportFormat.labels())
                                + ".");
            }
            Path folder = file.toAbsolutePath().getParent();
            if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
                throw new ParameterException(spec.commandLine(), "--report: " + file + " cannot be written.");
            }
        });
    }

    /// Writes the report of a sealed run to each file.
    /// @param suffix added to the name of each, before its extension
    void write(ServiceClient service, String run, String suffix) {
        files.forEach((format, file) -> {
            try {
                String name = file.getFileName().toString().replaceFirst("(?=\\.[^.]*$)|$", suffix);
                Files.writeString(file.resolveSibling(name), service.report(run, format));
            } catch (IOException e) {
                throw new HarnessException("the report could not be written to " + file + ": " + e.getMessage());
            }
        });
    }
}

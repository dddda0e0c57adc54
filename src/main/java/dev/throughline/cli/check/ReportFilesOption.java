package dev.throughline.cli.check;

import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import dev.throughline.run.report.ReportFormat;
import dev.throughline.run.report.RunReport;
import dev.throughline.run.report.SarifReport;
import dev.throughline.text.Json;
import dev.throughline.text.UrlText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Files that a check writes its report to, for build servers.
final class ReportFilesOption {
    @Option(
            names = "--report",
            paramLabel = "FORMAT=FILE",
            description = "Also write the report to a file: junit=FILE, sarif=FILE, html=FILE, json=FILE or"
                    + " text=FILE; repeatable. SARIF places its results in the file of --config, else in itself. Of"
                    + " several scenarios the decisive one, and all of them to files beside it (FILE-SCENARIO).")
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
    /// @param checked the file of the checked repository that decides what the client keeps, if there is one
    void write(ServiceClient service, String run, String suffix, Optional<Path> checked) {
        files.forEach((format, file) -> {
            try {
                String name = file.getFileName().toString().replaceFirst("(?=\\.[^.]*$)|$", suffix);
                Path written = file.resolveSibling(name);
                Files.write(written, report(service, run, format, checked.orElse(written)));
            } catch (IOException e) {
                throw new HarnessException("the report could not be written to " + file + ": " + e.getMessage());
            }
        });
    }

    /// SARIF is written here, as only this side knows the checked repository.
    private static byte[] report(ServiceClient service, String run, String format, Path place) throws IOException {
        if (ReportFormat.find(format).orElseThrow() instanceof SarifReport) {
            RunReport report = Json.RECORDS.readValue(service.report(run, "json"), RunReport.class);
            return new SarifReport(inRepository(place.toAbsolutePath().normalize())).write(report);
        }
        return service.report(run, format).getBytes(StandardCharsets.UTF_8);
    }

    /// The path of a file below the root of its Git repository, else of the working directory, as a URI; its name if
    /// it is in neither.
    static String inRepository(Path file) {
        Path root = Path.of("").toAbsolutePath();
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) {
                root = folder;
                break;
            }
        }
        Path below = file.startsWith(root) ? root.relativize(file) : file.getFileName();
        return StreamSupport.stream(below.spliterator(), false)
                .map(segment -> UrlText.segment(segment.toString()))
                .collect(Collectors.joining("/"));
    }
}

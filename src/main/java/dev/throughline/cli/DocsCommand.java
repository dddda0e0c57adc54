package dev.throughline.cli;

import dev.throughline.cli.output.CliCommand;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.export.DocumentationFile;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Prints a page of the bundled documentation from `src/site/markdown`.
@Command(
        name = "docs",
        mixinStandardHelpOptions = true,
        description = "Prints a page of the documentation, or the list of pages.",
        footer = {"", "Examples:", "  throughline docs", "  throughline docs guides/clients"})
final class DocsCommand extends CliCommand {
    @Parameters(paramLabel = "PAGE", arity = "0..1", description = "For example guides/proxy.")
    private String page = DocumentationFile.INDEX;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(DocumentationFile.text(page.replaceFirst("\\.md$", ""))
                .orElseThrow(() -> wrong("There is no page " + page + "; 'throughline docs' lists them."))
                .stripTrailing());
        out.flush();
        return ExitCode.YES;
    }
}

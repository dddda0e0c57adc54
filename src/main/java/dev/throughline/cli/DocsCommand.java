package dev.throughline.cli;

import dev.throughline.cli.output.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// Prints a page of the bundled documentation from `src/site/markdown`.
@Command(
        name = "docs",
        mixinStandardHelpOptions = true,
        description = "Prints a page of the documentation, or the list of pages.",
        footer = {"", "Examples:", "  throughline docs", "  throughline docs guides/clients"})
final class DocsCommand implements Callable<Integer> {
    private static final String INDEX = "index";
    private static final Pattern NAME = Pattern.compile("[a-z]+(?:[/-][a-z]+)*");

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(paramLabel = "PAGE", arity = "0..1", description = "For example guides/proxy.")
    private String page = INDEX;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(text(page.replaceFirst("\\.md$", ""))
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "There is no page " + page + "; 'throughline docs' lists them."))
                .stripTrailing());
        out.flush();
        return ExitCode.YES;
    }

    private static Optional<String> text(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        try (InputStream in = DocsCommand.class.getResourceAsStream("/docs/" + name + ".md")) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

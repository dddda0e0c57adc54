package dev.throughline.cli.check;

import dev.throughline.harness.recipe.ProxyRoute;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// The option for what is between a client and the stub in a check.
final class ThroughOption {
    @Option(
            names = "--through",
            paramLabel = "proxy",
            description = "Check through this service as a proxy with default settings; what reaches the stub behind"
                    + " it is judged.")
    private Optional<String> through = Optional.empty();

    @Option(
            names = "--output",
            paramLabel = "FORM",
            description = "With --through: form of the stub's answers behind the proxy: raw-glm-4.5 (the default) or"
                    + " raw-glm-4.7 for markup in the content, native for a chat server with parsers.")
    private Optional<String> output = Optional.empty();

    /// The route through the proxy; empty for none.
    /// @param vendor as which the stub answers
    Optional<ProxyRoute> chosen(CommandSpec spec, Optional<String> vendor) {
        if (through.filter(what -> !what.equals("proxy")).isPresent()) {
            throw new ParameterException(spec.commandLine(), "--through: expected proxy, found " + through.get() + ".");
        }
        if (through.isEmpty() && output.isPresent()) {
            throw new ParameterException(spec.commandLine(), "--output requires --through proxy.");
        }
        if (vendor.isPresent() && output.isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), "--output: a vendor's answers have the vendor's own form; leave it out.");
        }
        output.filter(form -> !ProxyRoute.OUTPUTS.contains(form)).ifPresent(form -> {
            throw new ParameterException(
                    spec.commandLine(),
                    "--output: expected one of " + String.join(", ", ProxyRoute.OUTPUTS) + ", found " + form + ".");
        });
        return through.map(_ -> ProxyRoute.of(output, vendor));
    }
}

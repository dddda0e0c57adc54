package dev.throughline.cli.check;

import dev.throughline.matrix.NearMatches;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Selects the stub's scenarios in which clients are checked.
final class ScenariosOption {
    /// Scenarios of a client that is named on the command line.
    static final List<String> DEFAULT = List.of("tools", "interleaved", "ends");

    /// Scenarios that require something of a client, in the order in which they are run and shown.
    private static final List<String> ASKING =
            List.of("tools", "interleaved", "ends", "steps", "resume", "switch", "abort");

    private static final List<String> ALL = List.of(
            "chat", "tools", "parallel", "interleaved", "ends", "steps", "resume", "switch", "abort", "long", "plain");

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--scenario",
            paramLabel = "S",
            split = ",",
            description = "The stub's scenarios, each a run (default: tools, interleaved and ends; of a list tools,"
                    + " for entries that name none).")
    private List<String> named = List.of();

    @Option(
            names = "--all-scenarios",
            description = "In each of tools, interleaved, ends, steps, resume, switch and abort.")
    private boolean all;

    /// @param otherwise those of a command line that names none
    List<String> chosen(List<String> otherwise) {
        return chosen(otherwise, List.of());
    }

    /// @param further what else may be named, and is chosen by a command line that names none
    List<String> chosen(List<String> otherwise, List<String> further) {
        if (all && !named.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--scenario and --all-scenarios exclude each other: give one.");
        }
        check(named, further, spec);
        Stream<String> some =
                named.isEmpty() ? Stream.concat((all ? ASKING : otherwise).stream(), further.stream()) : named.stream();
        return some.distinct().toList();
    }

    static void check(Collection<String> named, CommandSpec spec) {
        check(named, List.of(), spec);
    }

    private static void check(Collection<String> named, List<String> further, CommandSpec spec) {
        List<String> known =
                Stream.concat(ALL.stream(), further.stream()).distinct().toList();
        for (String scenario : named) {
            if (!known.contains(scenario)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "Unknown scenario " + scenario + "." + NearMatches.hint(scenario, known) + " Known: "
                                + String.join(", ", known) + ".");
            }
        }
    }
}

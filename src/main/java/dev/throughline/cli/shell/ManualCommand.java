package dev.throughline.cli.shell;

import dev.throughline.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// Prints the manual page of a command, or writes those of all.
@Command(
        name = "manual",
        mixinStandardHelpOptions = true,
        description = "Prints the manual page of a command, or writes the pages of all commands to a folder.",
        footer = {
            "",
            "Examples:",
            "  throughline manual check client | man -l -",
            "  throughline manual --out ~/.local/share/man/man1"
        })
public final class ManualCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The words of the command; none for the program.")
    private List<String> words = List.of();

    @Option(names = "--out", paramLabel = "DIR", description = "Folder for the pages of all commands.")
    private Optional<Path> out = Optional.empty();

    @Override
    public Integer call() throws IOException {
        CommandLine root = spec.root().commandLine();
        if (out.isPresent()) {
            Files.createDirectories(out.get());
            write(root, out.get());
            return ExitCode.YES;
        }
        CommandLine command = root;
        for (String word : words) {
            CommandLine below = command.getSubcommands().get(word);
            if (below == null) {
                throw new ParameterException(
                        spec.commandLine(), "There is no command " + String.join(" ", words) + ".");
            }
            command = below;
        }
        spec.commandLine().getOut().print(ManualPage.of(command));
        spec.commandLine().getOut().flush();
        return ExitCode.YES;
    }

    private static void write(CommandLine command, Path folder) throws IOException {
        String name = command.getCommandSpec().qualifiedName("-");
        Files.writeString(folder.resolve(name + ".1"), ManualPage.of(command));
        for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
            if (!below.getKey().equals("help")) {
                write(below.getValue(), folder);
            }
        }
    }
}

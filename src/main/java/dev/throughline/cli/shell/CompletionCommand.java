package dev.throughline.cli.shell;

import dev.throughline.cli.output.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Prints a script with which a shell completes commands and options.
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints a script with which a shell completes commands and options.",
        footer = {
            "",
            "Examples:",
            "  source <(throughline completion bash)",
            "  source <(throughline completion zsh)",
            "  throughline completion fish > ~/.config/fish/completions/throughline.fish"
        })
public final class CompletionCommand implements Callable<Integer> {
    /// The shells that are supported.
    enum Shell {
        bash,
        zsh,
        fish
    }

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    private Shell shell = Shell.bash;

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        String script = switch (shell) {
            // The script for bash loads zsh's emulation by itself.
            case bash, zsh -> AutoComplete.bash(root.getCommandName(), root);
            case fish -> FishCompletion.of(root);
        };
        spec.commandLine().getOut().print(script);
        spec.commandLine().getOut().flush();
        return ExitCode.YES;
    }
}

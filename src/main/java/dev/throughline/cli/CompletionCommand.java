package dev.throughline.cli;

import dev.throughline.cli.output.CliCommand;
import dev.throughline.cli.output.ExitCode;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Prints a script with which a shell completes commands and options.
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints a script with which a shell completes commands and options.",
        footer = {"", "Examples:", "  source <(throughline completion bash)", "  source <(throughline completion zsh)"})
final class CompletionCommand extends CliCommand {
    /// The shells that are supported: in zsh the script loads the emulation of bash by itself.
    enum Shell {
        bash,
        zsh
    }

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    private Shell shell = Shell.bash;

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        spec.commandLine().getOut().print(AutoComplete.bash(root.getCommandName(), root));
        spec.commandLine().getOut().flush();
        return ExitCode.YES;
    }
}

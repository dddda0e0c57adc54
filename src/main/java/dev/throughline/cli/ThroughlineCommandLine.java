package dev.throughline.cli;

import dev.throughline.access.AccessException;
import dev.throughline.cli.check.BisectCommand;
import dev.throughline.cli.check.CheckCommand;
import dev.throughline.cli.check.RadarCommand;
import dev.throughline.cli.check.RecipesCommand;
import dev.throughline.cli.check.ReportCommand;
import dev.throughline.cli.matrix.CanIUseCommand;
import dev.throughline.cli.matrix.MatrixCommand;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.cli.service.ServiceStartException;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.recipe.RecipeException;
import dev.throughline.store.database.DatabaseException;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;

/// The complete command line.
final class ThroughlineCommandLine {
    private static final String STACK_TRACE = "THROUGHLINE_STACK_TRACE";

    private static final List<Class<?>> COMMANDS = List.of(
            ServeCommand.class,
            CheckCommand.class,
            BisectCommand.class,
            RadarCommand.class,
            ReportCommand.class,
            RunsCommand.class,
            DiffCommand.class,
            MatrixCommand.class,
            CanIUseCommand.class,
            RecipesCommand.class,
            DocsCommand.class,
            RenderCommand.class,
            TemplateCommand.class,
            ExplainCommand.class,
            PrefixCommand.class,
            ExportTrainingCommand.class,
            KeysCommand.class,
            RetentionCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class);

    /// Commands that do nothing but ask a service.
    private static final Set<Class<?>> ASKING = Set.of(
            CanIUseCommand.class, MatrixCommand.class, ReportCommand.class, RunsCommand.class, DiffCommand.class);

    private static final Set<Class<?>> ABOUT_ALL = Set.of(CommandLine.HelpCommand.class, CompletionCommand.class);

    private ThroughlineCommandLine() {}

    @Command(
            name = "throughline",
            mixinStandardHelpOptions = true,
            versionProvider = ThroughlineCommandLine.VersionProvider.class,
            description = "Tests whether clients and proxies preserve a model's reasoning; shows where it is lost.",
            footer = {
                "",
                "Examples:",
                "  throughline serve",
                "  throughline check client opencode@1.18.33 --dialect openai-chat",
                "  throughline can-i-use opencode@1.18.33 --dialect openai-chat",
                "",
                "`throughline test` runs the project's own tests.",
                "Exit codes: 0 preserved, 1 broken or partial, 2 unknown, 64 usage, 70 internal failure."
            })
    static final class Root implements Runnable {
        @CommandLine.Spec
        private CommandLine.Model.CommandSpec spec;

        @Override
        public void run() {
            spec.commandLine().usage(spec.commandLine().getOut());
        }
    }

    /// The command line for the given arguments.
    /// @param arguments if the first one is a command, only that command is set up, so that a service starts sooner
    static CommandLine create(String... arguments) {
        List<Class<?>> commands = asked(arguments);
        if (commands.size() == 1 && ASKING.contains(commands.getFirst())) {
            ServiceOption.expect(arguments);
        }
        CommandLine root = new CommandLine(new Root());
        commands.forEach(root::addSubcommand);
        return root.setExitCodeExceptionMapper(failure -> ExitCode.FAILED)
                .setParameterExceptionHandler(ThroughlineCommandLine::usage)
                .setExecutionExceptionHandler((failure, line, parsed) -> failed(failure, line));
    }

    private static List<Class<?>> asked(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        return COMMANDS.stream()
                .filter(command -> !ABOUT_ALL.contains(command))
                .filter(command -> command.getAnnotation(Command.class).name().equals(first))
                .findFirst()
                .<List<Class<?>>>map(List::of)
                .orElse(COMMANDS);
    }

    private static int usage(ParameterException problem, String[] arguments) {
        CommandLine line = problem.getCommandLine();
        line.getErr().println("throughline: " + problem.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(problem, line.getErr());
        line.getErr().println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    private static int failed(Exception failure, CommandLine line) {
        return switch (failure) {
            case DatabaseException known -> say(String.valueOf(known.getMessage()), line);
            case HarnessException known -> {
                int code = say(String.valueOf(known.getMessage()), line);
                yield known.isUnknownVersion() ? ExitCode.USAGE : code;
            }
            case ServiceStartException known -> say(String.valueOf(known.getMessage()), line);
            case AccessException known -> say(String.valueOf(known.getMessage()), line);
            case RecipeException known -> {
                say(String.valueOf(known.getMessage()), line);
                yield ExitCode.USAGE;
            }
            default -> internalError(failure, line);
        };
    }

    /// A defect of the program: one line, and where it happened only for those who want to report it.
    private static int internalError(Exception failure, CommandLine line) {
        if (System.getenv(STACK_TRACE) != null) {
            failure.printStackTrace(line.getErr());
        }
        return say("internal error: " + failure + "; set " + STACK_TRACE + "=1 to see where", line);
    }

    private static int say(String message, CommandLine line) {
        line.getErr().println("throughline: " + message);
        return ExitCode.FAILED;
    }

    /// Provides the program's version.
    static final class VersionProvider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String built = Main.class.getPackage().getImplementationVersion();
            return new String[] {"throughline " + (built == null ? "development" : built)};
        }
    }
}

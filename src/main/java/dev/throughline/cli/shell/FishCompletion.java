package dev.throughline.cli.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// A completion script for fish. Source: fish's documentation of `complete`.
final class FishCompletion {
    private FishCompletion() {}

    /// One line for each subcommand and option.
    static String of(CommandLine root) {
        var script = new StringBuilder("complete -c " + root.getCommandName() + " -f\n");
        append(script, root, root.getCommandName(), "");
        return script.toString();
    }

    private static void append(StringBuilder script, CommandLine command, String program, String path) {
        Map<String, CommandLine> below = command.getSubcommands();
        String here = path.isEmpty() ? "" : "__fish_seen_subcommand_from " + path;
        String names = String.join(" ", below.keySet());
        below.forEach((name, sub) -> {
            String condition = (here.isEmpty() ? "" : here + "; and ") + "not __fish_seen_subcommand_from " + names;
            line(
                    script,
                    program,
                    condition,
                    "-a " + name,
                    description(sub.getCommandSpec().usageMessage()));
        });
        options(script, command, program, here);
        below.forEach((name, sub) -> append(
                script, sub, program, path.isEmpty() ? name : path + "; and __fish_seen_subcommand_from " + name));
    }

    private static void options(StringBuilder script, CommandLine command, String program, String condition) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (option.hidden()) {
                continue;
            }
            String name = option.longestName().replaceFirst("^--", "");
            String argument =
                    option.arity().max() == 0 ? "" : " -r" + candidates(option) + (isFile(option) ? " -F" : "");
            line(script, program, condition, "-l " + name + argument, String.join(" ", option.description()));
        }
    }

    private static String candidates(OptionSpec option) {
        Iterable<String> candidates = option.completionCandidates();
        if (candidates == null) {
            return "";
        }
        List<String> values = new ArrayList<>();
        candidates.forEach(values::add);
        return " -a " + quoted(values.stream().collect(Collectors.joining(" ")));
    }

    private static boolean isFile(OptionSpec option) {
        return option.paramLabel().matches(".*(FILE|DIR|PATH).*");
    }

    private static String description(CommandLine.Model.UsageMessageSpec usage) {
        return usage.description().length == 0 ? "" : usage.description()[0];
    }

    private static void line(StringBuilder script, String program, String condition, String what, String description) {
        script.append("complete -c ").append(program);
        if (!condition.isEmpty()) {
            script.append(" -n ").append(quoted(condition));
        }
        script.append(' ').append(what);
        if (!description.isEmpty()) {
            script.append(" -d ").append(quoted(description));
        }
        script.append('\n');
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}

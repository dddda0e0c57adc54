package dev.throughline.cli.shell;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// A command's manual page in the man macros of roff. Source: man(7).
final class ManualPage {
    private final StringBuilder page = new StringBuilder();

    private ManualPage() {}

    static String of(CommandLine command) {
        var manual = new ManualPage();
        manual.write(command);
        return manual.page.toString();
    }

    private void write(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        List<String> description = Stream.of(spec.usageMessage().description())
                .map(line -> String.format(line))
                .toList();
        page.append(".TH ")
                .append(quoted(spec.qualifiedName("-").toUpperCase(Locale.ROOT)))
                .append(" 1\n");
        section("NAME");
        text(spec.qualifiedName("-") + " - " + (description.isEmpty() ? "" : description.getFirst()));
        section("SYNOPSIS");
        text(synopsis(command));
        if (description.size() > 1) {
            section("DESCRIPTION");
            description.forEach(this::paragraph);
        }
        positionals(spec);
        options(spec);
        commands(command);
        footer(spec);
    }

    private static String synopsis(CommandLine command) {
        var help = new Help(command.getCommandSpec(), Help.defaultColorScheme(Help.Ansi.OFF));
        return help.synopsis(0).replaceAll("\\s+", " ").strip();
    }

    private void positionals(CommandSpec spec) {
        if (!spec.positionalParameters().isEmpty()) {
            section("ARGUMENTS");
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            entry(parameter.paramLabel(), String.join(" ", parameter.description()));
        }
    }

    private void options(CommandSpec spec) {
        section("OPTIONS");
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                String argument = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
                entry(String.join(", ", option.names()) + argument, String.join(" ", option.description()));
            }
        }
    }

    private void commands(CommandLine command) {
        if (!command.getSubcommands().isEmpty()) {
            section("COMMANDS");
        }
        for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
            String[] description =
                    below.getValue().getCommandSpec().usageMessage().description();
            entry(below.getKey(), description.length == 0 ? "" : String.format(description[0]));
        }
    }

    private void footer(CommandSpec spec) {
        for (String line : spec.usageMessage().footer()) {
            if (line.endsWith(":") && !line.startsWith(" ")) {
                section(line.substring(0, line.length() - 1).toUpperCase(Locale.ROOT));
            } else if (line.startsWith(" ")) {
                page.append(".EX\n").append(escaped(line)).append("\n.EE\n");
            } else if (!line.isBlank()) {
                paragraph(line);
            }
        }
    }

    private void section(String name) {
        page.append(".SH ").append(name).append('\n');
    }

    private void paragraph(String line) {
        page.append(".PP\n");
        text(line);
    }

    private void entry(String term, String description) {
        page.append(".TP\n.B ").append(escaped(term)).append('\n');
        text(description);
    }

    private void text(String line) {
        page.append(escaped(line)).append('\n');
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    /// A line that begins with a dot or an apostrophe would be a macro.
    private static String escaped(String line) {
        String text = line.replace("\\", "\\e").replace("-", "\\-");
        return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
    }
}

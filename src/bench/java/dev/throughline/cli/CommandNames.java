package dev.throughline.cli;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;

/// The names of all commands that do something, such as `matrix site`.
public final class CommandNames {
    private static final Set<String> GROUPS = Set.of("check", "keys");

    private CommandNames() {}

    public static List<String> all() {
        var names = new TreeSet<String>();
        collect("", ThroughlineCommandLine.create(), names);
        return List.copyOf(names);
    }

    private static void collect(String path, CommandLine line, TreeSet<String> names) {
        line.getSubcommands().forEach((name, command) -> {
            String whole = (path + " " + name).strip();
            if (!GROUPS.contains(whole)) {
                names.add(whole);
            }
            collect(whole, command, names);
        });
    }
}

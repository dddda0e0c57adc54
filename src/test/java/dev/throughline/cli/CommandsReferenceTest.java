package dev.throughline.cli;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.documentation.MarkdownPage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages of commands and exit codes have what the command line has.
class CommandsReferenceTest {
    private static final MarkdownPage PAGE = MarkdownPage.site("reference/commands");
    private static final Pattern OPTION = Pattern.compile("--[a-z0-9-]+");
    private static final Set<String> GROUPS = Set.of("check", "keys");

    @Test
    void namesEveryCommandWithItsOptions() {
        Map<String, Set<String>> commands = new TreeMap<>();
        collect("", ThroughlineCommandLine.create(), commands);
        Map<String, Set<String>> written = new TreeMap<>();
        PAGE.lines().stream()
                .filter(line -> line.startsWith("## "))
                .forEach(heading ->
                        written.put(heading.replace("## ", "").replace("`", ""), options(PAGE.section(heading))));

        assertThat(written).isEqualTo(commands);
    }

    @Test
    void namesEveryExitCode() {
        assertThat(MarkdownPage.site("reference/exit-codes").lines().stream()
                        .filter(line -> line.matches("\\| [0-9]+ \\|.*"))
                        .map(line -> Integer.parseInt(line.split("\\|")[1].strip())))
                .isEqualTo(List.of(ExitCode.YES, ExitCode.NO, ExitCode.UNKNOWN, ExitCode.USAGE, ExitCode.FAILED));
    }

    private static void collect(String path, CommandLine line, Map<String, Set<String>> commands) {
        line.getSubcommands().forEach((name, command) -> {
            String whole = (path + " " + name).strip();
            if (!GROUPS.contains(whole) && !name.equals("help")) {
                commands.put(
                        whole,
                        command.getCommandSpec().options().stream()
                                .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                                .map(OptionSpec::longestName)
                                .collect(Collectors.toCollection(TreeSet::new)));
            }
            collect(whole, command, commands);
        });
    }

    /// The options in the first cells of a section's table.
    private static Set<String> options(List<String> section) {
        return section.stream()
                .filter(line -> line.startsWith("| `--"))
                .flatMap(line ->
                        OPTION.matcher(line.split("(?<!\\\\)\\|")[1]).results().map(found -> found.group()))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

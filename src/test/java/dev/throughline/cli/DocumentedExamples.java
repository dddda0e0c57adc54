package dev.throughline.cli;

import dev.throughline.documentation.MarkdownPage;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/// The command lines of this program in the examples of the documentation and of every `--help`.
final class DocumentedExamples {
    private static final String PROGRAM = "./throughline ";
    private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\([^)]*\\)");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|[^\\s'\"]+");
    private static final Pattern END = Pattern.compile("[<>|&;)].*");

    private DocumentedExamples() {}

    /// Those of the pages, such as `./throughline serve --port 8080 &`.
    static List<String> ofPages() {
        return MarkdownPage.all().stream().flatMap(DocumentedExamples::of).toList();
    }

    /// Those of a command's help, in the same form.
    static List<String> ofHelp(CommandLine line) {
        return Stream.of(line.getCommandSpec().usageMessage().footer())
                .filter(text -> text.startsWith("  throughline ") || text.startsWith("  source <(throughline "))
                .map(text -> "./" + text.substring(text.indexOf("throughline ")).replaceFirst("\\)$", ""))
                .toList();
    }

    /// Every command, those below others too.
    static Stream<CommandLine> everyCommand() {
        return withAllBelow(ThroughlineCommandLine.create())
                .filter(line -> !(line.getCommand() instanceof CommandLine.HelpCommand));
    }

    /// The arguments as a shell splits them, up to a redirection or the next command.
    static List<String> words(String command) {
        String line = SUBSTITUTION.matcher(command).replaceAll("VALUE").substring(PROGRAM.length());
        return WORD.matcher(line)
                .results()
                .map(found -> found.group())
                .takeWhile(word -> !END.matcher(word).matches())
                .map(word -> word.replaceAll("^['\"]|['\"]$", ""))
                .toList();
    }

    private static Stream<CommandLine> withAllBelow(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(DocumentedExamples::withAllBelow));
    }

    private static Stream<String> of(MarkdownPage page) {
        return String.join("\n", page.code("sh"))
                .replace("\\\n", " ")
                .lines()
                .filter(line -> line.contains(PROGRAM))
                .map(line -> line.substring(line.indexOf(PROGRAM)))
                // The launcher runs the tests by itself.
                .filter(command -> !command.startsWith(PROGRAM + "test"));
    }
}

package dev.throughline.cli;

import dev.throughline.documentation.MarkdownPage;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The command line takes each command line of the documentation's examples; none is run here.
class DocumentedCommandsTest {
    private static final String PROGRAM = "./throughline ";
    private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\([^)]*\\)");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|[^\\s'\"]+");
    private static final Pattern END = Pattern.compile("[<>|&;)].*");

    static List<String> commands() {
        return MarkdownPage.all().stream().flatMap(DocumentedCommandsTest::of).toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theCommandLineTakesAnExample(String command) {
        assertThat(ThroughlineCommandLine.create().parseArgs(words(command)).hasSubcommand())
                .isTrue();
    }

    static Stream<CommandLine> everyCommand() {
        return withAllBelow(ThroughlineCommandLine.create())
                .filter(line -> !(line.getCommand() instanceof CommandLine.HelpCommand));
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void theHelpOfACommandHasExamplesThatTheCommandLineTakes(CommandLine line) {
        List<String> examples = Stream.of(line.getCommandSpec().usageMessage().footer())
                .filter(text -> text.startsWith("  throughline ") || text.startsWith("  source <(throughline "))
                .map(text -> text.substring(text.indexOf("throughline ")).replaceFirst("\\)$", ""))
                .toList();

        assertThat(examples).as(line.getCommandSpec().qualifiedName()).isNotEmpty();
        assertThat(examples)
                .allSatisfy(example -> assertThat(ThroughlineCommandLine.create()
                                .parseArgs(words("./" + example))
                                .hasSubcommand())
                        .isTrue());
    }

    private static Stream<CommandLine> withAllBelow(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(DocumentedCommandsTest::withAllBelow));
    }

    @Test
    void examplesAreFound() {
        assertThat(commands())
                .hasSizeGreaterThan(20)
                .contains(
                        "./throughline serve --port 8080 &", "./throughline bisect opencode --from 1.0.98 --to 1.1.53");
    }

    @Test
    void refusesAnExampleWithAnUnknownOption() {
        assertThatThrownBy(() -> ThroughlineCommandLine.create()
                        .parseArgs(words("./throughline check client opencode --dialct openai-chat > report.txt")))
                .isInstanceOf(ParameterException.class);
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

    /// The arguments as a shell splits them, up to a redirection or the next command.
    private static String[] words(String command) {
        String line = SUBSTITUTION.matcher(command).replaceAll("VALUE").substring(PROGRAM.length());
        return WORD.matcher(line)
                .results()
                .map(found -> found.group())
                .takeWhile(word -> !END.matcher(word).matches())
                .map(word -> word.replaceAll("^['\"]|['\"]$", ""))
                .toArray(String[]::new);
    }
}

package dev.throughline.cli;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The command line takes each command line of the documentation's examples; `DocumentedExamplesIT` runs them.
class DocumentedCommandsTest {
    static List<String> commands() {
        return DocumentedExamples.ofPages();
    }

    static Stream<CommandLine> everyCommand() {
        return DocumentedExamples.everyCommand();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theCommandLineTakesAnExample(String command) {
        assertThat(parsed(command)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void theHelpOfACommandHasExamplesThatTheCommandLineTakes(CommandLine line) {
        List<String> examples = DocumentedExamples.ofHelp(line);

        assertThat(examples).as(line.getCommandSpec().qualifiedName()).isNotEmpty();
        assertThat(examples).allSatisfy(example -> assertThat(parsed(example)).isTrue());
    }

    @Test
    void examplesAreFound() {
        assertThat(commands())
                .hasSizeGreaterThan(20)
                .contains(
                        "./throughline serve --port 8080 &",
                        "./throughline bisect opencode --from 1.0.185 --to 1.1.53");
    }

    @Test
    void refusesAnExampleWithAnUnknownOption() {
        assertThatThrownBy(() -> parsed("./throughline check client opencode --dialct openai-chat > report.txt"))
                .isInstanceOf(ParameterException.class);
    }

    private static boolean parsed(String command) {
        return ThroughlineCommandLine.create()
                .parseArgs(DocumentedExamples.words(command).toArray(String[]::new))
                .hasSubcommand();
    }
}

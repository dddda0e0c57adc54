package dev.throughline.cli.output;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

class ColorOptionTest {
    @CommandLine.Command
    static final class Colored {
        @CommandLine.Mixin
        private ColorOption color = new ColorOption();
    }

    @ParameterizedTest(name = "--color {0}, NO_COLOR={1}, TERM={2}, terminal {3}: {4}")
    @CsvSource(
            nullValues = "-",
            value = {
                "auto, -, xterm, true, true",
                "auto, -, xterm, false, false",
                "auto, 1, xterm, true, false",
                "auto, '', xterm, true, true",
                "auto, -, dumb, true, false",
                "always, 1, dumb, false, true",
                "never, -, xterm, true, false"
            })
    void followsTheOptionThenTheEnvironment(
            String when, String noColor, String term, boolean isTerminal, boolean isOn) {
        Map<String, String> environment =
                noColor == null ? Map.of("TERM", term) : Map.of("TERM", term, "NO_COLOR", noColor);

        assertThat(parsed("--color", when).isOn(environment, isTerminal)).isEqualTo(isOn);
    }

    @Test
    void paintsStatusesAndNothingElse() {
        String text = "THINK  BROKEN  2/4\nVERDICT: FAIL - NO_ANSWER NOT_EXERCISED PASSED PARTIAL\n";

        String painted = parsed("--color", "always").paint(text);

        assertThat(painted).contains("\u001b[31mBROKEN\u001b[0m", "\u001b[31mFAIL\u001b[0m", "\u001b[33mPARTIAL");
        assertThat(painted.replaceAll("\u001b\\[[0-9]+m", "")).isEqualTo(text);
        assertThat(painted.split("\u001b\\[0m", -1)).hasSize(4);
        assertThat(parsed("--color", "never").paint(text)).isEqualTo(text);
    }

    private static ColorOption parsed(String... arguments) {
        var colored = new Colored();
        new CommandLine(colored).parseArgs(arguments);
        return colored.color;
    }
}

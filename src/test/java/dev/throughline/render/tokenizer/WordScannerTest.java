package dev.throughline.render.tokenizer;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class WordScannerTest {
    /// One or two of every class that a pattern tells apart.
    private static final String ALPHABET =
            "aZsS\u01C5\u02B0\u05D0\u0301\u0903" + "15\u2167 \u00A0\t\r\n\n'.,/\u017FlL\u200B";

    static List<String> patterns() {
        return KnownPatterns.all();
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void cutsAsTheRegularExpressionDoes(String pattern) {
        Splitter scanner = KnownPatterns.scanner(pattern).orElseThrow();
        Splitter regex = RegexSplitter.of("", pattern, SplitBehavior.ISOLATED, false);
        Random random = new Random(5);
        for (int count = 0; count < 20_000; count++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(12);
            for (int at = 0; at < length; at++) {
                text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            if (count % 5 == 0) {
                text.append("\uD83D\uDE00\uD801\uDC00\uD835\uDFD8").append("'LL");
            }

            assertThat(pieces(scanner, text.toString())).as("\"%s\"", text).isEqualTo(pieces(regex, text.toString()));
        }
    }

    private static List<String> pieces(Splitter splitter, String text) {
        List<String> found = new ArrayList<>();
        splitter.split(text, 0, text.length(), (from, to) -> found.add(text.substring(from, to)));
        return found;
    }
}

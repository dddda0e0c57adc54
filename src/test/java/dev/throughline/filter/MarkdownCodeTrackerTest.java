package dev.throughline.filter;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Line breaks are written as `|`.
class MarkdownCodeTrackerTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "a, false, false",
                "```, true, true",
                "``, false, true",
                "~~~, true, false",
                "~~, false, false",
                "a```, false, true",
                "a~~~, false, false",
                "\"  ```\", true, true",
                "```|, true, false",
                "````|, true, false",
                "```|code, true, false",
                "```|code|``, true, false",
                "```|code|```, true, false",
                "```|code|```|, false, false",
                "```|a `b, true, false",
                "~~~|code|~~~|a, false, false",
                "`a`, false, false",
                "`a` b, false, false",
                "`a, false, true",
                "`a|, false, false",
                "`a|b, false, false",
                "x|```, true, true",
                "x|``` java|, true, false",
                "``a`b, false, true",
                "``a`b``, false, false",
                "``a`b`` c, false, false",
                "~a, false, false",
                "`~, false, true",
                "``~~~, false, true",
                "``~~~|, false, false"
            })
    void knowsCodeByWhatOpenedIt(String text, boolean inFence, boolean inSpan) {
        String source = text.replace('|', '\n');
        var whole = new MarkdownCodeTracker();
        whole.text("`" + source + "~~~", 1, 1 + source.length());
        var pieces = new MarkdownCodeTracker();
        for (int at = 0; at < source.length(); at++) {
            pieces.text(source, at, at + 1);
        }

        assertThat(whole.inFence()).isEqualTo(inFence);
        assertThat(whole.inSpan()).isEqualTo(inSpan);
        assertThat(pieces.inFence()).isEqualTo(inFence);
        assertThat(pieces.inSpan()).isEqualTo(inSpan);
    }
}

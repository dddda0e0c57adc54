package dev.throughline.trace.sighting;

import dev.throughline.testing.CpuTime;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.match.ComparisonBudget;
import dev.throughline.trace.match.TaggedReasoning;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class TextsTest {
    private static final String ISSUED =
            " First I look at the file,\n  then I change line 7 – carefully – and run the tests again.\n";

    @Test
    void tellsWhatHappenedToATextWithoutAToken() {
        assertThat(match(ISSUED)).isEqualTo(TextMatch.EXACT);
        assertThat(match(ISSUED.strip())).isEqualTo(TextMatch.TRIMMED);
        assertThat(match(ISSUED.strip().replace("\n  ", "\n"))).isEqualTo(TextMatch.CHANGED);
        assertThat(match(ISSUED.replace("7", "8"))).isEqualTo(TextMatch.CHANGED);
        assertThat(match("Note: " + ISSUED)).isEqualTo(TextMatch.CHANGED);
        assertThat(match(ISSUED.substring(0, 30))).isEqualTo(TextMatch.TRUNCATED);
        assertThat(match(ISSUED.substring(40))).isEqualTo(TextMatch.TRUNCATED);
        assertThat(match(ISSUED.substring(0, 30) + "… [truncated]")).isEqualTo(TextMatch.CHANGED);
        assertThat(match("Something else was on my mind all along, to be honest."))
                .isEqualTo(TextMatch.NONE);
        assertThat(match(" \n")).isEqualTo(TextMatch.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {' ', '\t', '\n', '\r', 0x0b, 0x0c, 0x1c, 0x2003, 0x2028, 0x2029, 0x3000})
    void whiteSpaceAtTheEndsIsWhatStripRemoves(int space) {
        String ends = Character.toString(space).repeat(2);

        assertThat(match(ends + ISSUED, ISSUED)).isEqualTo(TextMatch.TRIMMED);
        assertThat(match(ISSUED + ends, ISSUED)).isEqualTo(TextMatch.TRIMMED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0xa0, 0x2007, 0x202f, 0x200b, 0xfeff})
    void spaceThatDoesNotBreakAndSpaceOfNoWidthAreText(int character) {
        String text = ISSUED.strip();

        assertThat(match(Character.toString(character) + text, text)).isEqualTo(TextMatch.TRUNCATED);
    }

    @Test
    void trimmedTextIsTheSameWithAndWithoutAToken() {
        assertThat(TextComparison.of(ISSUED, ISSUED.strip(), "7", new ComparisonBudget()))
                .isEqualTo(TextComparison.of(ISSUED, ISSUED.strip(), "", new ComparisonBudget()));
    }

    @Test
    void tokenDecidesWhereThereIsOne() {
        assertThat(TextComparison.of("[T] " + ISSUED, ISSUED + ISSUED, "[T]", new ComparisonBudget())
                        .match())
                .isEqualTo(TextMatch.NONE);
    }

    @Test
    void likenessOfLongTextsIsThatOfASample() {
        String text = words(1, 200_000);
        assertThat(ShingleSimilarity.of(text, text + words(2, 100_000))).isEqualTo(1);
        assertThat(ShingleSimilarity.of(text, text.substring(text.length() / 2) + words(3, 100_000)))
                .isCloseTo(0.5, within(0.15));
        assertThat(ShingleSimilarity.of(text, words(4, 200_000))).isLessThan(0.3);
    }

    @Test
    void comparesTextsThatRepeatThemselvesInLinearTime() {
        String same = "a".repeat(2_000_000);

        Duration computed = CpuTime.of(() -> {
            MovedReasoningFinder.contains(same, "a".repeat(1_000_000) + "b");
            TextComparison.of(same, "a".repeat(1_000_000) + "b", "", new ComparisonBudget());
            TaggedReasoning.in("<think>".repeat(300_000));
            TaggedReasoning.in("<".repeat(2_000_000));
        });

        assertThat(computed).isLessThan(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({"abcabd,abd,true", "aaab,aab,true", "abab,abb,false", "ab,abc,false", "ab,'',true"})
    void findsAPiece(String text, String piece, boolean isFound) {
        assertThat(MovedReasoningFinder.contains(text, piece)).isEqualTo(isFound);
    }

    @Test
    void takesTaggedReasoningOutOfAText() {
        TaggedReasoning tagged =
                TaggedReasoning.in("a <b> <think>One</think>\n<thinking>Two</thinking>\nSaid <think>so");
        assertThat(tagged.thoughts()).containsExactly("One", "Two");
        assertThat(tagged.rest()).isEqualTo("a <b> \n\nSaid <think>so");
    }

    private static TextMatch match(String found) {
        return match(ISSUED, found);
    }

    private static TextMatch match(String issued, String found) {
        return TextComparison.of(issued, found, "", new ComparisonBudget()).match();
    }

    private static String words(int seed, int count) {
        var random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(_ -> Integer.toString(random.nextInt(1_000_000), 36))
                .collect(Collectors.joining(" "));
    }
}

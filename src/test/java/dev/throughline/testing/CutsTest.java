package dev.throughline.testing;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class CutsTest {
    @Test
    void cutsTextBytesAndListsAtTheSamePlaces() {
        Cut cut = Cut.at(List.of(1, 3));

        assertThat(cut.pieces("abcd")).containsExactly("a", "bc", "d");
        assertThat(cut.pieces(List.of(1, 2, 3, 4))).containsExactly(List.of(1), List.of(2, 3), List.of(4));
        assertThat(cut.pieces("abcd".getBytes(StandardCharsets.US_ASCII)))
                .extracting(String::new)
                .containsExactly("a", "bc", "d");
    }

    @Test
    void takesEverySingleCutAndEveryPairOfAShortText() {
        List<Cuts> cuts = Cuts.of(5, 0);

        assertThat(cuts).extracting(set -> set.cuts().size()).containsExactly(1, 1, 6, 6);
    }

    @Test
    void namesItsSeedAndGivesTheSameCutsForIt() {
        Cuts cuts = Cuts.of(100, 7).getLast();

        assertThat(cuts.name()).contains("7");
        assertThat(cuts)
                .isEqualTo(Cuts.of(100, 7).getLast())
                .isNotEqualTo(Cuts.of(100, 8).getLast());
    }

    @Test
    void keepsTheFirstTheLastAndSomeBetweenInAShortSet() {
        assertThat(Cuts.spread(IntStream.rangeClosed(0, 110).boxed().toList()))
                .containsExactly(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110);
        assertThat(Cuts.spread(List.of(1, 2, 3))).containsExactly(1, 2, 3);
    }

    @Test
    void losesNothing() {
        String text = IntStream.range(0, 100).mapToObj(Integer::toString).reduce("", String::concat);

        List<Cut> cuts = Cuts.of(text.length(), 1).stream()
                .flatMap(set -> set.cuts().stream())
                .toList();

        assertThat(cuts).allMatch(cut -> String.join("", cut.pieces(text)).equals(text));
    }
}

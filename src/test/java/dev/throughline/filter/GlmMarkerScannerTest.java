package dev.throughline.filter;

import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class GlmMarkerScannerTest {
    private final GlmMarkerScanner scanner = new GlmMarkerScanner();
    private final Found found = new Found();

    /// Lexemes in one line; markers in guillemets, adjacent texts joined.
    private static final class Found implements GlmMarkerScanner.Lexemes {
        private final StringBuilder all = new StringBuilder();
        private final List<String> sources = new ArrayList<>();

        @Override
        public void text(String source, int from, int to) {
            assertThat(to).isGreaterThan(from);
            all.append(source, from, to);
            sources.add(source);
        }

        @Override
        public void marker(GlmMarker glmMarker) {
            all.append('«').append(glmMarker).append('»');
        }
    }

    @ParameterizedTest
    @EnumSource
    void findsEachMarkerInEveryCut(GlmMarker glmMarker) {
        String text = "a<" + glmMarker.text() + "b";
        for (Cuts cuts : Cuts.of(text.length(), 3)) {
            for (Cut cut : cuts.cuts()) {
                var one = new GlmMarkerScanner();
                var seen = new Found();
                cut.pieces(text).forEach(piece -> one.feed(piece, seen));
                one.flush(seen);
                assertThat(seen.all).as(cut.name()).hasToString("a<«" + glmMarker + "»b");
                assertThat(one.markerAt()).as(cut.name()).isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void hasNoMarkerWithTheBeginningOfAnotherInside(GlmMarker glmMarker) {
        assertThat(glmMarker.text().substring(1)).doesNotContain("<", "[");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a < b", "<<[[<tool_x", "[THINKER] </thin", "<think <tool_call <|user>"})
    void passesTextWithoutMarkersInOnePiece(String text) {
        scanner.feed(text + ".", found);

        assertThat(found.sources).containsExactly(text + ".");
    }

    @Test
    void holdsBackABeginningAndGivesItUpWhenItIsNone() {
        scanner.feed("ab<arg_va", found);
        assertThat(scanner.heldBack()).isEqualTo(7);
        assertThat(found.all).hasToString("ab");

        scanner.feed("<arg_", found);
        assertThat(found.all).hasToString("ab<arg_va");
        scanner.feed("key>", found);

        assertThat(found.all).hasToString("ab<arg_va«KEY_OPEN»");
        assertThat(scanner.heldBack()).isZero();
    }

    @Test
    void givesBackWhatIsHeldAtTheEnd() {
        scanner.feed("<|endoftext|", found);
        scanner.flush(found);
        scanner.flush(found);

        assertThat(found.all).hasToString("<|endoftext|");
    }
}

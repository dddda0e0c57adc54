package dev.throughline.filter;

import dev.throughline.filter.LiteralMarkers.Marker;
import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.GlmFilters;
import dev.throughline.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class LiteralMarkersTest {
    private static final Family GLM = GlmFilters.MARKERS.family();
    private static final LiteralMarkers MARKERS = new LiteralMarkers(GLM);

    private final Found found = new Found();

    /// Lexemes in one line; markers in guillemets, adjacent texts joined.
    private static final class Found implements LiteralMarkers.Lexemes {
        private final StringBuilder all = new StringBuilder();
        private final List<String> sources = new ArrayList<>();
        private String held = "";
        private boolean isOver;
        private long read;
        private long markerAt;

        void feed(String text) {
            String whole = held + text;
            int used = MARKERS.read(whole, 0, this);
            held = whole.substring(used);
            read += used;
        }

        @Override
        public void text(String source, int from, int to) {
            assertThat(to).isGreaterThan(from);
            all.append(source, from, to);
            sources.add(source);
        }

        @Override
        public boolean marker(Marker marker, int at) {
            all.append('«').append(marker.text()).append('»');
            markerAt = read + at;
            return true;
        }

        @Override
        public boolean isOver() {
            return isOver;
        }
    }

    static Stream<String> markers() {
        Stream<String> reasoning =
                GLM.reasoning().stream().flatMap(pair -> Stream.concat(pair.open().stream(), pair.close().stream()));
        Stream<String> calls = GLM.calls().stream()
                .flatMap(form -> Stream.of(form.open(), form.close(), form.parameter(), form.parameterEnd()))
                .flatMap(List::stream);
        Stream<String> others = Stream.concat(GLM.turn().stream(), GLM.dropped().stream());
        return Stream.of(reasoning, calls, others).flatMap(some -> some);
    }

    @ParameterizedTest
    @MethodSource("markers")
    void findsEachMarkerInEveryCut(String marker) {
        String text = "a<" + marker + "b";
        for (Cuts cuts : Cuts.of(text.length(), 3)) {
            for (Cut cut : cuts.cuts()) {
                var seen = new Found();
                cut.pieces(text).forEach(seen::feed);
                assertThat(seen.all).as(cut.name()).hasToString("a<«" + marker + "»b");
                assertThat(seen.markerAt).as(cut.name()).isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("markers")
    void hasNoMarkerWithTheBeginningOfAnotherInside(String marker) {
        assertThat(marker.substring(1)).doesNotContain("<", "[");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "a < b", "<<[[<tool_x", "[THINKER] </thin", "<think <tool_call <|user>"})
    void passesTextWithoutMarkersInOnePiece(String text) {
        found.feed(text + ".");

        assertThat(found.sources).containsExactly(text + ".");
    }

    @Test
    void leavesABeginningAndGivesItUpWhenItIsNone() {
        found.feed("ab<arg_va");
        assertThat(found.held).hasSize(7);
        assertThat(found.all).hasToString("ab");

        found.feed("<arg_");
        assertThat(found.all).hasToString("ab<arg_va");
        found.feed("key>");

        assertThat(found.all).hasToString("ab<arg_va«<arg_key>»");
        assertThat(found.held).isEmpty();
    }

    @Test
    void readsNoFurtherThanItIsAsked() {
        found.isOver = true;

        found.feed("ab<arg_key>cd");

        assertThat(found.all).hasToString("ab");
        assertThat(found.held).isEqualTo("<arg_key>cd");
    }

    @Test
    void describesNoMarkerThatDiffersFromCallToCall() {
        var named = new LiteralMarkers(
                Families.SHIPPED.withId("function-tags").orElseThrow().family());

        assertThat(named.begins("<function=", LiteralMarkers.Meaning.CALL_OPEN)).isFalse();
        assertThat(named.begins("</thi", LiteralMarkers.Meaning.REASONING_CLOSE))
                .isTrue();
    }
}

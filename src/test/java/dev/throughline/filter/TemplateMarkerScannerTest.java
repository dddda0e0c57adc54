package dev.throughline.filter;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TemplateMarkerScannerTest {
    private static final List<String> MARKERS = List.of("<a>", "<a>b", "[x]");

    private final List<String> taken = new ArrayList<>();
    private final TemplateMarkerScanner scanner = new TemplateMarkerScanner(MARKERS);

    @Test
    void textWithoutMarkersIsPassedAsItIs() {
        String text = "no marker, only < and [";

        scanner.feed("no marker", this::take);
        scanner.feed(text.substring(0, 19), this::take);

        assertThat(taken).containsExactly("no marker", "no marker, only < a");
        assertThat(scanner.heldBack()).isZero();
    }

    @Test
    void theLongestMarkerIsTaken() {
        scanner.feed("1<a>c2<a>b3[x]", this::take);
        scanner.flush(this::take);

        assertThat(taken).containsExactly("1", "!<a>", "c2", "!<a>b", "3", "![x]");
    }

    @Test
    void markersMayBeSplitAnywhere() {
        for (String unit : "1<a>c<a>b<[x<a".split("")) {
            scanner.feed(unit, this::take);
        }

        assertThat(scanner.heldBack()).isEqualTo(2);
        scanner.flush(this::take);
        assertThat(scanner.heldBack()).isZero();
        assertThat(taken).containsExactly("1", "!<a>", "c", "!<a>b", "<", "[x", "<a");
    }

    @Test
    void whatMayBecomeALongerMarkerIsHeldBack() {
        scanner.feed("<a>", this::take);
        assertThat(taken).isEmpty();
        assertThat(scanner.heldBack()).isEqualTo(3);

        scanner.feed("", this::take);
        assertThat(scanner.heldBack()).isEqualTo(3);
        scanner.feed("c", this::take);

        assertThat(taken).containsExactly("!<a>", "c");
    }

    @Test
    void whoTakesATokenSaysWhatIsLookedForBehindIt() {
        scanner.feed("1[x]<a>2", (text, isMarker) -> {
            take(text, isMarker);
            return isMarker ? List.of("2") : MARKERS;
        });
        scanner.lookFor(List.of("3"));
        scanner.feed("[x]3", this::take);

        assertThat(taken).containsExactly("1", "![x]", "<a>", "!2", "[x]", "!3");
    }

    private List<String> take(String text, boolean isMarker) {
        taken.add((isMarker ? "!" : "") + text);
        return MARKERS;
    }
}

package dev.throughline.filter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import static org.assertj.core.api.Assertions.assertThat;

class OrphanArgumentMarkupTest {
    private final OrphanArgumentMarkup orphan = new OrphanArgumentMarkup();

    @Test
    void aWholePairOnOneLineIsTaken() {
        assertThat(orphan.isOpen()).isFalse();
        orphan.open();
        assertThat(orphan.isOpen()).isTrue();

        assertThat(orphan.text("a title b", 2, 7)).isEmpty();
        assertThat(orphan.takes(GlmMarker.KEY_CLOSE)).isTrue();
        assertThat(orphan.takes(GlmMarker.VALUE_OPEN)).isTrue();
        assertThat(orphan.isOpen()).isTrue();
        assertThat(orphan.text("x", 0, 1)).isEmpty();
        assertThat(orphan.takes(GlmMarker.VALUE_CLOSE)).isTrue();

        assertThat(orphan.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"KEY_CLOSE", "VALUE_OPEN", "VALUE_CLOSE"})
    void noOtherMarkerBelongsToAPair(GlmMarker marker) {
        orphan.open();

        assertThat(orphan.takes(marker)).isFalse();
        assertThat(orphan.isOpen()).isTrue();
    }

    @Test
    void aLineBreakEndsIt() {
        orphan.open();
        assertThat(orphan.text("\ntitle\n", 1, 6)).isEmpty();

        assertThat(orphan.text("\nrest", 0, 3)).hasValue("title\nre");
        assertThat(orphan.isOpen()).isFalse();
    }

    @Test
    void aLongTextIsNoPair() {
        orphan.open();
        assertThat(orphan.text("a".repeat(4_096), 0, 4_096)).isEmpty();

        assertThat(orphan.text("b", 0, 1)).hasValue("a".repeat(4_096) + "b");
        assertThat(orphan.isOpen()).isFalse();
    }

    @Test
    void eachBeginsAnew() {
        orphan.open();
        orphan.text("first", 0, 5);
        assertThat(orphan.end()).isEqualTo("first");
        assertThat(orphan.isOpen()).isFalse();

        orphan.open();

        assertThat(orphan.end()).isEmpty();
    }
}

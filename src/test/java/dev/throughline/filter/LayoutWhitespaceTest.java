package dev.throughline.filter;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LayoutWhitespaceTest {
    private final LayoutWhitespace layout = new LayoutWhitespace();

    @Test
    void skipsWhiteSpaceAndWrittenLineBreaks() {
        assertThat(layout.skip(" \t\n\\nX ", 0, 7)).isEqualTo(5);
        assertThat(layout.isWhole()).isTrue();
    }

    @Test
    void looksAtTheGivenPartOnly() {
        assertThat(layout.skip("X  X", 1, 3)).isEqualTo(3);
        assertThat(layout.skip("X  X", 1, 4)).isEqualTo(3);
        assertThat(layout.skip("X  X", 0, 4)).isZero();
    }

    @Test
    void aWrittenLineBreakMayBeSplit() {
        assertThat(layout.skip(" \\", 0, 2)).isEqualTo(2);
        assertThat(layout.isWhole()).isFalse();
        assertThat(layout.skip("n X", 0, 3)).isEqualTo(2);
        assertThat(layout.isWhole()).isTrue();
    }

    @Test
    void anotherCharacterBehindABackslashIsNoLayout() {
        assertThat(layout.skip("\\x", 0, 2)).isEqualTo(1);
        assertThat(layout.isWhole()).isFalse();
        layout.reset();
        assertThat(layout.isWhole()).isTrue();
        assertThat(layout.skip(" n", 0, 2)).isEqualTo(1);
    }
}

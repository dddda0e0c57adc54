package dev.throughline.store;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StoredTextTest {
    private static final char[] HARD = {0, 0x10, 'a', '0', '\\', 'u', '"', 0xd83e, 0xdde0, 0xd800, 0xdfff, 0xffff};

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void bringsBackAnyText(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            String text = hard(random);
            assertThat(StoredText.decode(StoredText.encode(text))).isEqualTo(text);
            assertThat(StoredJson.read(StoredJson.write(List.of(text)), String[].class))
                    .containsExactly(text);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void storesNothingThatPostgresRefuses(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            String stored = StoredText.encode(hard(random));
            assertThat(stored).doesNotContain("\u0000");
            assertThat(new String(stored.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(stored);
        }
    }

    @Test
    void leavesAnOrdinaryTextAsItIs() {
        String text = "plain, \"quoted\"\n\ud83e\udde0";

        assertThat(StoredText.encode(text)).isSameAs(text);
        assertThat(StoredText.decode(text)).isSameAs(text);
    }

    private static String hard(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(8);
        for (int i = 0; i < length; i++) {
            text.append(HARD[random.nextInt(HARD.length)]);
        }
        return text.toString();
    }
}

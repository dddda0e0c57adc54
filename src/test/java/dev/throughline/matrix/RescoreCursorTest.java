package dev.throughline.matrix;

import dev.throughline.matrix.RescoreCursor.Measured;
import dev.throughline.matrix.RescoreCursor.Unfounded;
import dev.throughline.matrix.RescoreCursor.Unmeasured;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RescoreCursorTest {
    static Stream<RescoreCursor> places() {
        return Stream.of(
                RescoreCursor.START,
                new Measured("0a1b", Instant.parse("2026-11-21T04:00:00.123456Z"), "1k7v-openai-chat"),
                new Unmeasured(""),
                new Unmeasured("1k7v"),
                new Unfounded("0a1b"));
    }

    @ParameterizedTest
    @MethodSource("places")
    void everyPlaceIsReadBackFromItsText(RescoreCursor place) {
        assertThat(RescoreCursor.parse(place.text())).contains(place);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "elsewhere\nx",
                "measured\nkey\nyesterday\nrun",
                "measured\nkey",
                "unmeasured\na\nb",
                "unfounded\n\u0000"
            })
    void anyOtherTextIsNoPlace(String plain) {
        assertThat(RescoreCursor.parse(Base64.getUrlEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8))))
                .isEmpty();
        assertThat(RescoreCursor.parse("no place!")).isEmpty();
    }
}

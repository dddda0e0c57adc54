package dev.throughline.run.lifecycle;

import dev.throughline.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MonotonicClockTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final MonotonicClock monotonicClock = new MonotonicClock();

    @Test
    void areTheWallClockWhileItGoesOn() {
        assertThat(monotonicClock.next(NOON)).isEqualTo(NOON);
        assertThat(monotonicClock.next(NOON.plusNanos(1_000))).isEqualTo(NOON.plusNanos(1_000));
    }

    @Test
    void keepTheirOrderAndThatOfIdsWhenTheClockIsSetBack() {
        List<String> ids = Stream.of(NOON, NOON.minusSeconds(3_600), NOON.minusSeconds(3_599), NOON.plusSeconds(1))
                .map(monotonicClock::next)
                .map(moment -> RunId.next(moment).value())
                .toList();

        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }
}

package dev.throughline.backend;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-01-24T10:00:00Z");

    @Test
    void secondsAndDatesAreUnderstood() {
        assertThat(RetryAfter.parse("7", NOW)).contains(Duration.ofSeconds(7));
        assertThat(RetryAfter.parse("Sat, 24 Jan 2026 10:01:00 GMT", NOW)).contains(Duration.ofMinutes(1));
        assertThat(RetryAfter.parse("Sat, 24 Jan 2026 09:00:00 GMT", NOW)).contains(Duration.ZERO);
    }

    @Test
    void anythingElseIsNoTime() {
        assertThat(RetryAfter.parse("soon", NOW)).isEmpty();
    }
}

package dev.throughline.filter;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StopMarkerGuardTest {
    private final StopMarkerGuard guard = new StopMarkerGuard(2);

    @Test
    void aTurnEndsAtTheLimitOnCalls() {
        assertThat(guard.allowsCall(0)).isTrue();
        assertThat(guard.allowsCall(1)).isTrue();
        assertThat(guard.isOver()).isFalse();

        assertThat(guard.allowsCall(2)).isFalse();

        assertThat(guard.isOver()).isTrue();
        assertThat(guard.allowsCall(0)).isFalse();
    }

    @Test
    void aTurnEndsAtARoleMarker() {
        guard.roleMarker();

        assertThat(guard.isOver()).isTrue();
        assertThat(guard.allowsCall(0)).isFalse();
    }
}

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
        assertThat(guard.isEnded()).isTrue();
        assertThat(guard.allowsCall(0)).isFalse();
        assertThat(guard.left()).isZero();
    }

    @Test
    void aTurnEndsAtARoleMarkerAndIsOverWhenTheModelContinues() {
        guard.roleMarker(7);
        guard.leaveOut("x \n", 1, 3);

        assertThat(guard.isEnded()).isTrue();
        assertThat(guard.isOver()).isFalse();
        assertThat(guard.left()).isZero();

        guard.leaveOut("and", 0, 3);

        assertThat(guard.isOver()).isTrue();
        assertThat(guard.left()).isEqualTo(5);
        assertThat(guard.endedAt()).isEqualTo(7);
    }

    @Test
    void aCallBehindARoleMarkerContinuesTheTurn() {
        guard.roleMarker(7);

        assertThat(guard.allowsCall(0)).isFalse();
        assertThat(guard.isOver()).isTrue();
    }
}

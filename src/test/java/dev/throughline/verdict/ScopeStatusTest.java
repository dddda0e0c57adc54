package dev.throughline.verdict;

import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScopeStatusTest {

    /// Claude Code 1.0.0 with -p sends the whole tool loop twice: each item is there, unmodified, and once more.
    @Test
    void whatCameBackTwiceIsPartialAndNotBroken() {
        assertThat(ScopeStatus.of(List.of(Outcome.DUPLICATED, Outcome.DUPLICATED), true))
                .isEqualTo(Status.PARTIAL);
    }

    @Test
    void whatDidNotComeBackIsBroken() {
        assertThat(ScopeStatus.of(List.of(Outcome.MISSING, Outcome.MODIFIED), true))
                .isEqualTo(Status.BROKEN);
    }
}

package dev.throughline.store.database;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StartTimeoutTest {
    @Test
    void isTenMinutesUnlessSet() {
        assertThat(StartTimeout.of(Map.of())).isEqualTo(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @CsvSource({"90s,90", "10m,600", "1h,3600", "1m30s,90", "PT2M,120"})
    void readsDurations(String text, long seconds) {
        assertThat(StartTimeout.of(Map.of(StartTimeout.VARIABLE, text))).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "60", "0s", "-5m", "10ms"})
    void refusesWhatIsNoDurationOfASecondOrMore(String text) {
        assertThatThrownBy(() -> StartTimeout.of(Map.of(StartTimeout.VARIABLE, text)))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining(StartTimeout.VARIABLE);
    }
}

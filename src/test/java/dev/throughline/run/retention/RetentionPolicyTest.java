package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RetentionPolicyTest {
    @Test
    void nothingIsEverRemovedUnlessAsked() {
        RetentionConfig config = RetentionConfigReader.read(Map.of());

        assertThat(RetentionPolicy.of(config).isOff()).isTrue();
        assertThat(config.interval()).isEqualTo(Duration.ofMinutes(15));
        assertThat(config.stepExchanges()).isEqualTo(50);
        assertThat(config.pause()).isEqualTo(Duration.ofMillis(20));
        assertThat(config.lockTimeout()).isEqualTo(Duration.ofMillis(200));
        assertThat(config.statementTimeout()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void everyKeyIsNamedHere() {
        assertThat(Arrays.stream(RetentionConfig.class.getDeclaredMethods()).map(method -> method.getName()))
                .containsExactlyInAnyOrder(
                        "bodies",
                        "tokens",
                        "exchanges",
                        "verdicts",
                        "interval",
                        "stepExchanges",
                        "pause",
                        "lockTimeout",
                        "statementTimeout");
    }

    @Test
    void whatIsNotSetGoesWithTheNextAndTheRestStays() {
        RetentionConfig config = RetentionConfigReader.read(
                Map.of("throughline.retention.bodies", "12h", "throughline.retention.exchanges", "30d"));

        assertThat(RetentionPolicy.of(config).keep())
                .containsOnly(
                        Map.entry(RetentionStep.BODIES, Duration.ofHours(12)),
                        Map.entry(RetentionStep.TOKENS, Duration.ofDays(30)),
                        Map.entry(RetentionStep.EXCHANGES, Duration.ofDays(30)));
    }

    @Test
    void nothingStaysLongerThanWhatGoesAfterIt() {
        assertThatThrownBy(() -> new RetentionPolicy(
                        Map.of(RetentionStep.BODIES, Duration.ofDays(3), RetentionStep.EXCHANGES, Duration.ofDays(2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("throughline.retention.bodies", "throughline.retention.exchanges");
        assertThatThrownBy(() -> new RetentionPolicy(Map.of(RetentionStep.VERDICTS, Duration.ofDays(-1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("throughline.retention.verdicts");
    }
}

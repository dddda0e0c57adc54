package dev.throughline.run.retention;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RetentionPolicyTest {
    private static final Optional<Duration> FOREVER = Optional.empty();

    @Test
    void nothingIsEverRemovedUnlessAsked() {
        RetentionConfig config = RetentionConfigReader.read(Map.of());

        assertThat(RetentionPolicy.of(config).isOff()).isTrue();
        assertThat(config.interval()).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void everyKeyIsNamedHere() {
        assertThat(Arrays.stream(RetentionConfig.class.getDeclaredMethods()).map(method -> method.getName()))
                .containsExactlyInAnyOrder("contents", "runs", "interval");
    }

    @Test
    void contentsGoWithTheirRunUnlessTheyGoBefore() {
        RetentionConfig runs = RetentionConfigReader.read(Map.of("throughline.retention.runs", "30d"));
        RetentionConfig contents = RetentionConfigReader.read(Map.of("throughline.retention.contents", "12h"));

        assertThat(RetentionPolicy.of(runs)).isEqualTo(new RetentionPolicy(days(30), days(30)));
        assertThat(RetentionPolicy.of(contents))
                .isEqualTo(new RetentionPolicy(Optional.of(Duration.ofHours(12)), FOREVER));
    }

    @Test
    void contentsDoNotOutliveTheirRun() {
        assertThatThrownBy(() -> new RetentionPolicy(days(3), days(2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("throughline.retention.contents", "throughline.retention.runs");
        assertThatThrownBy(() -> new RetentionPolicy(days(-1), FOREVER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("throughline.retention.contents");
        assertThatThrownBy(() -> new RetentionPolicy(days(-2), days(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected zero or more");
    }

    private static Optional<Duration> days(int days) {
        return Optional.of(Duration.ofDays(days));
    }
}

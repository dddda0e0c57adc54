package dev.throughline.gateway.admission;

import dev.throughline.settings.RangeValidator;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MemorySettingsTest {
    private static final String PREFIX = "throughline.gateway.memory.";

    @Test
    void hasItsDefaults() {
        MemorySettings settings = settings(Map.of());

        assertThat(settings.budget()).isEmpty();
        assertThat(settings.waitTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.maxWaiting()).isEqualTo(256);
        assertThat(settings.maxAnswer().asLongValue()).isEqualTo(32L << 20);
        assertThat(new GatewayMemory(settings).budget().capacity())
                .isEqualTo(Runtime.getRuntime().maxMemory() / 4);
        assertThat(new GatewayMemory(settings).knownRequests())
                .isEqualTo(Runtime.getRuntime().maxMemory() / 8);
    }

    @Test
    void everyKeyIsNamedHere() {
        assertThat(Arrays.stream(MemorySettings.class.getDeclaredMethods()).map(Method::getName))
                .containsExactlyInAnyOrder("budget", "waitTimeout", "maxWaiting", "maxAnswer", "knownRequests");
    }

    @ParameterizedTest
    @CsvSource({
        "budget, 1M",
        "wait-timeout, 0s",
        "wait-timeout, 1h",
        "max-answer, 1K",
        "max-answer, 1G",
        "known-requests, 0",
        "known-requests, 1M"
    })
    void takesItsBounds(String key, String value) {
        MemorySettings settings = settings(Map.of(PREFIX + key, value));

        assertThat(new GatewayMemory(settings).budget().held()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "budget, 1023K",
        "budget, 1024T",
        "known-requests, 1024T",
        "wait-timeout, -1s",
        "wait-timeout, 3601s",
        "max-answer, 1023",
        "max-answer, 1025M"
    })
    void refusesWhatIsBeyond(String key, String value) {
        MemorySettings settings = settings(Map.of(PREFIX + key, value));

        assertThatThrownBy(() -> new GatewayMemory(settings)).hasMessageContaining(PREFIX + key);
    }

    @Test
    void theWaitingRoomIsBounded() {
        assertThat(settings(Map.of(PREFIX + "max-waiting", "0")).maxWaiting()).isZero();
        assertThat(settings(Map.of(PREFIX + "max-waiting", "100000")).maxWaiting())
                .isEqualTo(100_000);
        assertThatThrownBy(() -> settings(Map.of(PREFIX + "max-waiting", "100001")))
                .hasMessageContaining(PREFIX + "max-waiting: 0 to 100,000");
    }

    private static MemorySettings settings(Map<String, String> values) {
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withValidator(new RangeValidator())
                .withMapping(MemorySettings.class)
                .withDefaultValues(values)
                .build();
        return config.getConfigMapping(MemorySettings.class);
    }
}

package dev.throughline.run.prompt;

import dev.throughline.settings.RangeValidator;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PrefixConfigTest {
    private static PrefixConfig config(Map<String, String> values) {
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(values, "a test", 100))
                .withValidator(new RangeValidator())
                .withMapping(PrefixConfig.class)
                .build();
        return config.getConfigMapping(PrefixConfig.class);
    }

    @Test
    void hasTheseDefaultsAndBounds() {
        PrefixConfig config = config(Map.of());

        assertThat(config.reportRequests()).isEqualTo(200);
        assertThat(config.reportBytes()).extracting(MemorySize::asBigInteger).isEqualTo(BigInteger.valueOf(32L << 20));
        assertThat(Arrays.stream(PrefixConfig.class.getDeclaredMethods()).map(method -> method.getName()))
                .containsExactlyInAnyOrder("reportRequests", "reportBytes");
        assertThat(config(Map.of("throughline.prefix.report-requests", "0")).reportRequests())
                .isZero();
        assertThatThrownBy(() -> config(Map.of("throughline.prefix.report-requests", "10001")))
                .hasMessageContaining("throughline.prefix.report-requests: 0 to 10,000");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> config(Map.of("throughline.prefix.prices", "x")))
                .hasMessageContaining("throughline.prefix.prices");
    }
}

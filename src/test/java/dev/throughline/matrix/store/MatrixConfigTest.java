package dev.throughline.matrix.store;

import dev.throughline.matrix.store.MatrixConfig.Shipped;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MatrixConfigTest {
    private static MatrixConfig config(Map<String, String> values) {
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(values, "a test", 100))
                .withMapping(MatrixConfig.class)
                .build();
        return config.getConfigMapping(MatrixConfig.class);
    }

    @Test
    void hasTheseDefaults() {
        MatrixConfig config = config(Map.of());

        assertThat(config.staleAfter()).isEqualTo(Duration.ofDays(90));
        assertThat(config.measured()).isEqualTo(Shipped.SHIPPED);
    }

    @Test
    void takesWhatIsSet() {
        MatrixConfig config = config(Map.of(
                "throughline.matrix.stale-after", "12h",
                "throughline.matrix.measured", "none"));

        assertThat(config.staleAfter()).isEqualTo(Duration.ofHours(12));
        assertThat(config.measured()).isEqualTo(Shipped.NONE);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> config(Map.of("throughline.matrix.stale-afterwards", "1d")))
                .hasMessageContaining("stale-afterwards");
        assertThatThrownBy(() -> config(Map.of("throughline.matrix.measured", "some")))
                .hasMessageContaining("measured");
    }
}

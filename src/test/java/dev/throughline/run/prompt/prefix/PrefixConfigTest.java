package dev.throughline.run.prompt.prefix;

import dev.throughline.backend.settings.BackendKind;
import dev.throughline.render.prefix.TokenPrice;
import dev.throughline.settings.RangeValidator;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.math.BigInteger;
import java.nio.file.Path;
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

        assertThat(config.prices()).isEmpty();
        assertThat(config.block()).isEmpty();
        assertThat(config.reportRequests()).isEqualTo(200);
        assertThat(config.reportBytes()).extracting(MemorySize::asBigInteger).isEqualTo(BigInteger.valueOf(32L << 20));
        assertThat(config.metric()).isFalse();
        assertThat(config.metricMaxTokens()).isEqualTo(50_000);
        assertThat(config.metricQueue()).isEqualTo(64);
        assertThat(Arrays.stream(PrefixConfig.class.getDeclaredMethods()).map(method -> method.getName()))
                .containsExactlyInAnyOrder(
                        "prices", "block", "reportRequests", "reportBytes", "metric", "metricMaxTokens", "metricQueue");
        assertThat(config(Map.of("throughline.prefix.report-requests", "0")).reportRequests())
                .isZero();
        assertThatThrownBy(() -> config(Map.of("throughline.prefix.report-requests", "10001")))
                .hasMessageContaining("throughline.prefix.report-requests: 0 to 10,000");
        assertThatThrownBy(() -> config(Map.of("throughline.prefix.metric-queue", "10001")))
                .hasMessageContaining("throughline.prefix.metric-queue: 1 to 10,000");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> config(Map.of("throughline.prefix.price", "x")))
                .hasMessageContaining("throughline.prefix.price");
    }

    @Test
    void aFileOfPricesThatCannotBeReadEndsTheStart() {
        PrefixConfig config = config(Map.of("throughline.prefix.prices", "none.json"));

        assertThat(config.prices()).contains(Path.of("none.json"));
        assertThatThrownBy(() -> new PriceBook(config))
                .hasMessageContaining("throughline.prefix.prices")
                .hasMessageContaining("none.json");
    }

    @Test
    void theShippedPricesAreDatedAndNameTheirSource() {
        assertThat(PriceFile.shipped().prices()).isNotEmpty().allSatisfy(price -> {
            assertThat(price.source()).contains("https://");
            assertThat(price.date()).isAfter(java.time.LocalDate.of(2026, 1, 1));
        });
        assertThat(PriceFile.shipped().prices()).extracting(TokenPrice::model).doesNotHaveDuplicates();
        assertThat(PriceFile.shipped().find("claude-opus-4-5-20251101")).isPresent();
        assertThat(PriceFile.shipped().find("claude-opus-5-5")).isEmpty();
    }

    @Test
    void everyKindOfServerHasABlock() {
        assertThat(Arrays.stream(BackendKind.values()).map(CacheBlocks::usual))
                .allMatch(block -> block >= 1)
                .contains(16, 64, 128);
    }
}

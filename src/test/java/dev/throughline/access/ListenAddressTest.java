package dev.throughline.access;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ListenAddressTest {

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "127.0.0.1, , false",
        "127.8.0.1, , false",
        "::1, , false",
        "localhost, , false",
        "127.0.0.1, KEYS, true",
        "0.0.0.0, , true",
        "::, , true",
        "192.0.2.1, , true",
        "no-such-host.invalid, , true",
        "'', , true",
        "0.0.0.0, KEYS, true",
        "0.0.0.0, OPEN_TO_EVERYONE, false",
        "127.0.0.1, OPEN_TO_EVERYONE, false"
    })
    void keysAreNeededWhereOthersReachTheServiceUnlessSaidPlainly(
            String host, AccessSetting setting, boolean needsKeys) {
        assertThat(ListenAddress.of(host, Optional.ofNullable(setting)).needsKeys())
                .isEqualTo(needsKeys);
    }

    @Test
    void openIsRefusedWhereOthersReachTheService() {
        assertThatThrownBy(() -> ListenAddress.of("0.0.0.0", Optional.of(AccessSetting.OPEN)))
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll("0.0.0.0", "keys create", "open-to-everyone");
    }

    @Test
    void settingsHaveTheirDefaultsAndNames() {
        AccessConfig defaults = config("").getConfigMapping(AccessConfig.class);

        assertThat(defaults.setting()).isEmpty();
        assertThat(defaults.refresh()).isEqualTo(Duration.ofSeconds(2));
        assertThat(defaults.origins()).isEmpty();
        assertThat(defaults.hosts()).isEmpty();
        assertThat(defaults.http2Cleartext()).isFalse();
        assertThat(defaults.limits().requestsPerMinute()).isEqualTo(600);
        assertThat(defaults.limits().streams()).isEqualTo(64);
        assertThat(defaults.limits().bodyBytes())
                .extracting(MemorySize::asLongValue)
                .isEqualTo(32L << 20);
        assertThat(defaults.limits().runsPerDay()).isEqualTo(1_000);
        assertThat(config("open-to-everyone")
                        .getConfigMapping(AccessConfig.class)
                        .setting())
                .contains(AccessSetting.OPEN_TO_EVERYONE);
        assertThat(Arrays.stream(AccessConfig.class.getDeclaredMethods()).map(method -> method.getName()))
                .containsExactlyInAnyOrder("setting", "refresh", "hosts", "origins", "http2Cleartext", "limits");
        assertThat(Arrays.stream(AccessConfig.Limits.class.getDeclaredMethods()).map(method -> method.getName()))
                .containsExactlyInAnyOrder("requestsPerMinute", "streams", "bodyBytes", "runsPerDay");
    }

    @Test
    void limitsAreAtLeastOne() {
        assertThatThrownBy(() -> new KeyLimits(java.util.Map.of(Limit.STREAMS, 0L)))
                .hasMessageContaining("streams");
    }

    private static SmallRyeConfig config(String access) {
        var builder = new SmallRyeConfigBuilder().addDiscoveredConverters().withMapping(AccessConfig.class);
        return (access.isEmpty() ? builder : builder.withDefaultValue("throughline.access", access)).build();
    }
}

package dev.throughline.access;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HostAllowListTest {
    private static final HostAllowList LOOPBACK = new HostAllowList(true, List.of("Dev.Example.org"));
    private static final HostAllowList OPEN = new HostAllowList(false, List.of());
    private static final HostAllowList NAMED = new HostAllowList(false, List.of("tools.example.org"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST",
                "localhost.",
                "throughline.localhost",
                "127.0.0.1",
                "127.8.9.10",
                "[::1]",
                "::1",
                "dev.example.org"
            })
    void aLoopbackAddressAnswersToItsNames(String host) {
        assertThat(LOOPBACK.allows(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attacker.example",
                "localhost.attacker.example",
                "127.0.0.1.attacker.example",
                "notlocalhost",
                "127.0.0.1.nip.io",
                "192.168.1.5",
                "10.0.0.1",
                "0.0.0.0",
                "[::]",
                "x.dev.example.org",
                ""
            })
    void aLoopbackAddressAnswersToNoOtherName(String host) {
        assertThat(LOOPBACK.allows(host)).isFalse();
    }

    @Test
    void anotherAddressAnswersToEveryNameUnlessSomeAreSet() {
        assertThat(OPEN.allows("anything.example")).isTrue();
        assertThat(NAMED.allows("anything.example")).isFalse();
        assertThat(NAMED.allows("tools.example.org")).isTrue();
        assertThat(NAMED.allows("localhost")).isTrue();
        assertThat(NAMED.allows("10.1.2.3")).isTrue();
        assertThat(NAMED.allows("[fd00::7]")).isTrue();
    }
}

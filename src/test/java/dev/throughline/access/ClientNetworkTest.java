package dev.throughline.access;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClientNetworkTest {
    @Test
    void theAddressesOfOneNetworkPayTogether() {
        assertThat(ClientNetwork.of("2001:db8:0:1::5")).isEqualTo(ClientNetwork.of("2001:db8:0:1:9::"));
        assertThat(ClientNetwork.of("2001:db8:0:1::5")).isNotEqualTo(ClientNetwork.of("2001:db8:0:2::5"));
        assertThat(ClientNetwork.of("192.0.2.7")).isEqualTo("192.0.2.7");
    }
}

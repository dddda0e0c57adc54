package dev.throughline.text;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WebhookTest {
    @ParameterizedTest
    @ValueSource(strings = {"gopher://a/secret", "/secret", "http:///secret", "secret", "ht tp://secret"})
    void anotherAddressIsRefusedWithoutBeingPrinted(String address) {
        assertThatThrownBy(() -> Webhook.of("throughline.webhook", address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("throughline.webhook: expected an address that begins with http:// or https://.");
    }
}

package dev.throughline.access;

import io.vertx.core.MultiMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class KeyTextTest {
    private static final String KNOWN = "tlk_0123456789_" + "v".repeat(52);

    @Test
    void everyKeyIsAnotherAndReadsBack() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            KeyText key = KeyText.next();
            assertThat(KeyText.parse(key.reveal()).orElseThrow().id()).isEqualTo(key.id());
            assertThat(seen.add(key.reveal())).isTrue();
        }
    }

    @Test
    void itsWordsDoNotShowTheSecret() {
        assertThat(KeyText.parse(KNOWN).orElseThrow()).hasToString("tlk_0123456789_…");
    }

    @Test
    void isStoredAsSha256OfItsWholeText() throws Exception {
        byte[] expected = java.security.MessageDigest.getInstance("SHA-256").digest(KNOWN.getBytes("US-ASCII"));

        assertThat(KeyText.parse(KNOWN).orElseThrow().hash().bytes()).isEqualTo(expected);
        assertThat(HexFormat.of().formatHex(expected)).doesNotContain("vvvv");
    }

    @Test
    void onlyTheWholeKeyMatchesItsHash() {
        KeyHash hash = KeyText.parse(KNOWN).orElseThrow().hash();

        assertThat(hash.isOf(KeyText.parse(KNOWN).orElseThrow())).isTrue();
        for (int i = 15; i < KNOWN.length(); i++) {
            String forged = KNOWN.substring(0, i) + "0" + KNOWN.substring(i + 1);
            assertThat(hash.isOf(KeyText.parse(forged).orElseThrow()))
                    .as(forged)
                    .isFalse();
        }
        assertThatThrownBy(() -> new KeyHash(new byte[31])).hasMessageContaining("32 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tlk_", "tlk_0123456789_short", "tlk_012345678W_", "sk-1", "tlk_0123456789", "TLK_"})
    void whatHasAnotherFormIsNoKey(String text) {
        assertThat(KeyText.parse(text)).isEmpty();
        assertThat(KeyText.parse(KNOWN + text.replace("", "x"))).isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "authorization, Bearer KEY",
        "Authorization, bearer KEY",
        "authorization, KEY",
        "x-api-key, KEY",
        "X-Api-Key, ' KEY '",
        "x-throughline-key, KEY"
    })
    void isFoundInEveryHeaderThatClientsUse(String name, String value) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().add(name, value.replace("KEY", KNOWN));

        assertThat(Credentials.key(headers).orElseThrow().reveal()).isEqualTo(KNOWN);
    }

    @Test
    void isFoundBesideACredentialForTheBackend() {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap()
                .add("authorization", "Bearer sk-theirs")
                .add("x-api-key", KNOWN);

        assertThat(Credentials.key(headers).orElseThrow().reveal()).isEqualTo(KNOWN);
    }

    @ParameterizedTest
    @CsvSource({"Bearer tlk_0123456789_x, true", "tlk_, true", "Bearer sk-1, false", "'', false"})
    void evenAMisspeltKeyOfOursIsOurs(String value, boolean isOurs) {
        assertThat(Credentials.isOurs(value)).isEqualTo(isOurs);
    }
}

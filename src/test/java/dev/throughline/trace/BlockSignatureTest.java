package dev.throughline.trace;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class BlockSignatureTest {
    private static final String KEY = "0123456789abcdefghijklmn";

    private final BlockSigner signer = new BlockSigner(new byte[32]);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 99, 999_999})
    void isShortBase64ThatMayStandInAUrl(int block) {
        String signature = signer.sign(KEY, block);

        assertThat(signature).hasSizeLessThanOrEqualTo(200).matches("[A-Za-z0-9]+");
        assertThat(Base64.getDecoder().decode(signature)).isNotEmpty();
    }

    @Test
    void namesItsAnswerAndItsBlock() {
        BlockSignature parsed = BlockSignature.parse(signer.sign(KEY, 12)).orElseThrow();

        assertThat(parsed.answerKey()).isEqualTo(KEY);
        assertThat(parsed.block()).isEqualTo(12);
        assertThat(parsed.written()).isEqualTo(signer.sign(KEY, 12));
    }

    @Test
    void isIssuedByItsOwnRunOnly() {
        var otherKey = new byte[32];
        otherKey[31] = 1;
        String signature = signer.sign(KEY, 0);

        assertThat(signer.isIssued(signature)).isTrue();
        assertThat(new BlockSigner(otherKey).isIssued(signature)).isFalse();
    }

    @Test
    void isNotIssuedOnceAnyCharacterIsAnother() {
        String signature = signer.sign(KEY, 3);
        for (int i = 0; i < signature.length(); i++) {
            char other = signature.charAt(i) == '1' ? '2' : '1';
            String altered = signature.substring(0, i) + other + signature.substring(i + 1);
            assertThat(signer.isIssued(altered)).as(altered).isFalse();
        }
        assertThat(signer.isIssued(signature + "Z")).isFalse();
        assertThat(signer.isIssued("")).isFalse();
    }

    @Test
    void staysRecognisableAsOursWhenItsEndIsAltered() {
        assertThat(BlockSignature.isOurs(signer.sign(KEY, 0).substring(0, 30))).isTrue();
        assertThat(BlockSignature.isOurs("EqQBCgIYAhIkMTIzNDU2Nzg5")).isFalse();
    }
}

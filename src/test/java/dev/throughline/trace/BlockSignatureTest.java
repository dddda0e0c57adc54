package dev.throughline.trace;

import dev.throughline.conversation.Part;
import java.util.Base64;
import java.util.Optional;
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
    void staysRecognizableAsOursWhenItsEndIsAltered() {
        assertThat(BlockSignature.isOurs(signer.sign(KEY, 0).substring(0, 30))).isTrue();
        assertThat(BlockSignature.isOurs("EqQBCgIYAhIkMTIzNDU2Nzg5")).isFalse();
    }

    @Test
    void isFoundWhereADialectCarriesProofs() {
        String proof = signer.sign(KEY, 0);

        assertThat(BlockSignature.in(reasoning("thinking", "Hm.", Optional.of(proof))))
                .contains(proof);
        assertThat(BlockSignature.in(reasoning("encrypted_content", proof, Optional.empty())))
                .contains(proof);
        assertThat(BlockSignature.in(new Part.RedactedReasoning("", proof))).contains(proof);
        assertThat(BlockSignature.in(reasoning("thinking", proof, Optional.empty())))
                .isEmpty();
        assertThat(BlockSignature.in(reasoning("thinking", "Hm.", Optional.of("c2ln"))))
                .isEmpty();
        assertThat(BlockSignature.in(reasoning("encrypted_content", "c2ln", Optional.of(proof))))
                .isEmpty();
        assertThat(BlockSignature.in(new Part.RedactedReasoning("", "c2ln"))).isEmpty();
        assertThat(BlockSignature.in(new Part.Text("", proof))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"k", "k1", "k12", "k123"})
    void isPaddedToAMultipleOfFour(String key) {
        String signature = signer.sign(key, 0);

        assertThat(signature.length() % 4).isZero();
        assertThat(signature).matches("ThroughlineK" + key + "B0M[0-9a-f]{32}Z{0,3}");
    }

    @Test
    void provesOneBlockOfOneAnswer() {
        assertThat(mac(KEY, 0)).hasSize(32).isNotEqualTo(mac(KEY, 1)).isNotEqualTo(mac("k", 0));
        assertThat(BlockSignature.areSame("ab", "ab")).isTrue();
        assertThat(BlockSignature.areSame("ab", "abc")).isFalse();
    }

    private String mac(String key, int block) {
        return BlockSignature.parse(signer.sign(key, block)).orElseThrow().mac();
    }

    private static Part reasoning(String field, String text, Optional<String> signature) {
        return new Part.Reasoning("", field, text, signature);
    }
}

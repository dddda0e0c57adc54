package dev.throughline.trace;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Issues and checks `BlockSignature`s: the first 128 bits of an HMAC-SHA256 over the answer's key and the block,
/// with the run's own key. Without that key no valid proof can be created, and a proof of another run is never
/// valid.
public final class BlockSigner {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 16;

    private final SecretKeySpec key;

    /// @param key the run's signature key
    public BlockSigner(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /// The proof for a block.
    /// @param answerKey `[0-9a-z]+`
    /// @param block position among the answer's signed blocks, from 0
    public String sign(String answerKey, int block) {
        return new BlockSignature(answerKey, block, mac(answerKey, block)).written();
    }

    /// Whether this run issued a proof.
    public boolean isIssued(String signature) {
        return BlockSignature.parse(signature)
                .filter(parsed -> BlockSignature.areSame(signature, sign(parsed.answerKey(), parsed.block())))
                .isPresent();
    }

    private String mac(String answerKey, int block) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] whole =
                    mac.doFinal(("reasoning block\n" + answerKey + "\n" + block).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(whole, BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}

package dev.throughline.stub;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs reasoning: HMAC-SHA256 over its UTF-8 with the run's key, base 64, so that a change of a single
/// byte is detected.
final class StubSigner {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    StubSigner(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    String sign(String reasoning) {
        return Base64.getEncoder().encodeToString(mac(reasoning.getBytes(StandardCharsets.UTF_8)));
    }

    /// 32 bytes.
    byte[] mac(byte[] bytes) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}

package dev.throughline.access;

import dev.throughline.text.Sha256;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;

/// The text of a key: `tlk_`, the ten characters of its id, `_`, and 52 secret characters, each `0-9a-v`. That of a
/// browser's session has the same form: `tls_`, the id of the key it belongs to, and a separate secret.
///
/// Never stored, and shown only once, by `reveal`, to its creator.
public final class KeyText {
    private static final String PREFIX = "tlk_";
    private static final String SESSION = "tls_";
    private static final int ID_DIGITS = 10;
    /// 5 bits each: 260 random bits.
    private static final int SECRET_DIGITS = 52;
    private static final Pattern FORM = Pattern.compile("tl[ks]_[0-9a-v]{10}_[0-9a-v]{52}");
    private static final char[] DIGITS = "0123456789abcdefghijklmnopqrstuv".toCharArray();
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String text;

    private KeyText(String text) {
        this.text = text;
    }

    /// A new key.
    public static KeyText next() {
        return new KeyText(PREFIX + digits(ID_DIGITS) + "_" + digits(SECRET_DIGITS));
    }

    /// A new session of a key.
    static KeyText session(KeyId key) {
        return new KeyText(SESSION + key.value() + "_" + digits(SECRET_DIGITS));
    }

    /// Parses the key sent by a client; empty if it does not have the form of a key.
    static Optional<KeyText> parse(String shown) {
        return parse(PREFIX, shown);
    }

    /// Parses the session sent by a browser; empty if it does not have the form of one.
    static Optional<KeyText> parseSession(String shown) {
        return parse(SESSION, shown);
    }

    private static Optional<KeyText> parse(String prefix, String shown) {
        return shown.startsWith(prefix) && FORM.matcher(shown).matches()
                ? Optional.of(new KeyText(shown))
                : Optional.empty();
    }

    /// Whether a text has the form of our keys, whether valid, revoked or misspelled: it must not be sent
    /// to anyone else.
    static boolean isOurs(String shown) {
        return shown.startsWith(PREFIX) || shown.startsWith(SESSION);
    }

    /// The text itself, for its creator.
    public String reveal() {
        return text;
    }

    /// The id of the key, also of a session.
    public KeyId id() {
        return new KeyId(text.substring(PREFIX.length(), PREFIX.length() + ID_DIGITS));
    }

    /// The stored SHA-256. A slow hash protects passwords that can be guessed; 260 random bits cannot be
    /// guessed however fast the hash is, and this one is computed for every request.
    KeyHash hash() {
        return new KeyHash(Sha256.bytes(text));
    }

    @Override
    public String toString() {
        return text.substring(0, PREFIX.length()) + id() + "_…";
    }

    private static String digits(int count) {
        var digits = new char[count];
        for (int i = 0; i < count; i++) {
            digits[i] = DIGITS[RANDOM.nextInt(DIGITS.length)];
        }
        return new String(digits);
    }
}

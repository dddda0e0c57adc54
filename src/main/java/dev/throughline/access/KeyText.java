package dev.throughline.access;

import dev.throughline.text.Sha256;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;

/// A key as its holder has it: `tlk_`, the ten characters of its id, `_`, and 52 that prove it, each `0-9a-v`.
///
/// Never stored and never shown but once, by `reveal`, to the one who made it.
public final class KeyText {
    private static final String PREFIX = "tlk_";
    private static final int ID_DIGITS = 10;
    /// 5 bits each: 260 random bits.
    private static final int SECRET_DIGITS = 52;
    private static final Pattern FORM = Pattern.compile("tlk_[0-9a-v]{10}_[0-9a-v]{52}");
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

    /// Reads what a client showed; empty when it has not the form of a key.
    static Optional<KeyText> parse(String shown) {
        return FORM.matcher(shown).matches() ? Optional.of(new KeyText(shown)) : Optional.empty();
    }

    /// Whether a text is a key of ours, known, revoked or misspelt: such a one goes to nobody else.
    static boolean isOurs(String shown) {
        return shown.startsWith(PREFIX);
    }

    /// The text itself, for the one who made it.
    public String reveal() {
        return text;
    }

    public KeyId id() {
        return new KeyId(text.substring(PREFIX.length(), PREFIX.length() + ID_DIGITS));
    }

    /// What is stored of it: SHA-256. A slow hash guards what people choose and others can guess; 260 random bits
    /// cannot be guessed however quick the hash is, and this one is made for every request.
    KeyHash hash() {
        return new KeyHash(Sha256.bytes(text));
    }

    @Override
    public String toString() {
        return PREFIX + id() + "_…";
    }

    private static String digits(int count) {
        var digits = new char[count];
        for (int i = 0; i < count; i++) {
            digits[i] = DIGITS[RANDOM.nextInt(DIGITS.length)];
        }
        return new String(digits);
    }
}

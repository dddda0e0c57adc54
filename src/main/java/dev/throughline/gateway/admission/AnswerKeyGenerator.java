package dev.throughline.gateway.admission;

import java.security.SecureRandom;

/// Generates the keys from which the ids of answers are derived: 24 random characters of `0-9a-v`, 120
/// bits.
final class AnswerKeyGenerator {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final char[] DIGITS = "0123456789abcdefghijklmnopqrstuv".toCharArray();
    private static final int LENGTH = 24;

    private AnswerKeyGenerator() {}

    static String next() {
        var random = new byte[LENGTH];
        RANDOM.nextBytes(random);
        var key = new char[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            key[i] = DIGITS[random[i] & 31];
        }
        return new String(key);
    }
}

package dev.throughline.stub;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.Category;
import dev.throughline.trace.TraceToken;
import java.security.SecureRandom;

/// Creates the trace tokens and call ids of one answer. They come from a secure random source and not from
/// the seed: no two runs may ever share one.
final class TraceTokenFactory {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String ID_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int ID_LENGTH = 24;

    private final Dialect dialect;
    private final int turn;

    TraceTokenFactory(Dialect dialect, int turn) {
        this.dialect = dialect;
        this.turn = turn;
    }

    String next(Category category) {
        return TraceToken.of(category, dialect, turn, "%08x".formatted(RANDOM.nextInt()))
                .toString();
    }

    String callId() {
        var id = new StringBuilder(dialect.callIdPrefix());
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ID_DIGITS.charAt(RANDOM.nextInt(ID_DIGITS.length())));
        }
        return id.toString();
    }

    /// Opaque data of a block that only this service can read.
    String opaque() {
        var bytes = new byte[96];
        RANDOM.nextBytes(bytes);
        return java.util.Base64.getEncoder().encodeToString(bytes);
    }
}

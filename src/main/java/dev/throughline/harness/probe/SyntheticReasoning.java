package dev.throughline.harness.probe;

import java.security.SecureRandom;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/// Generates reasoning of a known size. Each block is framed by a word invented for it, so that it occurs in no
/// template, in no other block and in no earlier check: a server cannot have it from anywhere but the request.
public final class SyntheticReasoning {
    /// Words of a block. Every word is at least one token.
    public static final int WORDS = 100;

    private static final int MARKER_LETTERS = 12;
    private static final List<String> PLAIN = List.of(
            "river", "stone", "window", "paper", "garden", "silver", "morning", "letter", "bridge", "candle", "forest",
            "travel", "number", "simple", "corner", "yellow", "winter", "market", "little", "harbour", "quiet",
            "copper", "valley", "answer", "orchard", "pencil", "second", "thunder", "island", "carpet");
    private static final RandomGenerator RANDOM = new SecureRandom();

    private SyntheticReasoning() {}

    /// A new block: lower-case words and periods, one space between them, another text on every call.
    static String block() {
        String marker = RANDOM.ints(MARKER_LETTERS, 'a', 'z' + 1)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        var text = new StringBuilder(marker);
        for (int word = 1; word < WORDS - 1; word++) {
            text.append(word % 12 == 0 ? ". " : " ").append(PLAIN.get(RANDOM.nextInt(PLAIN.size())));
        }
        return text.append(' ').append(marker).append('.').toString();
    }
}

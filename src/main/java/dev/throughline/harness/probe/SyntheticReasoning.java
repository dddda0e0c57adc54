package dev.throughline.harness.probe;

import java.util.List;
import java.util.Random;

/// Generates reasoning of a known size. Each block has invented words that occur in no template and no other block.
public final class SyntheticReasoning {
    /// Words of a block. Every word is at least one token.
    public static final int WORDS = 100;

    private static final List<String> PLAIN = List.of(
            "river", "stone", "window", "paper", "garden", "silver", "morning", "letter", "bridge", "candle", "forest",
            "travel", "number", "simple", "corner", "yellow", "winter", "market", "little", "harbour", "quiet",
            "copper", "valley", "answer", "orchard", "pencil", "second", "thunder", "island", "carpet");
    private static final List<String> SYLLABLES = List.of("zor", "vex", "quil", "bram", "dath", "fyn", "gop", "lurk");

    private SyntheticReasoning() {}

    /// The text of a block: lower-case words and periods, the same on every call.
    static String block(int number) {
        var random = new Random(number);
        var text = new StringBuilder(marker(number));
        for (int word = 1; word < WORDS - 1; word++) {
            text.append(word % 12 == 0 ? ". " : " ").append(PLAIN.get(random.nextInt(PLAIN.size())));
        }
        return text.append(' ').append(marker(number)).append('.').toString();
    }

    /// The invented word that opens and closes a block.
    static String marker(int number) {
        int base = SYLLABLES.size();
        return SYLLABLES.get(number % base) + SYLLABLES.get(number / base % base) + "omark";
    }
}

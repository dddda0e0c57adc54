package dev.throughline.stub;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Filler text that is split into deltas word by word.
final class FillerText {
    private static final String[] LIST = {
        "the ",
        "thread ",
        "goes ",
        "on ",
        "and ",
        "every ",
        "word ",
        "of ",
        "it ",
        "is ",
        "counted ",
        "as ",
        "a ",
        "token ",
        "\u7ebf ",
        "fil ",
        "hilo ",
        "na\u00efve ",
        "one ",
        "more ",
        "step,\n",
        "then ",
        "again "
    };

    private FillerText() {}

    /// A text with the requested number of words, at least two: the token first, a period last.
    static String text(String token, int words, long seed) {
        RandomGenerator random = random(seed);
        var text = new StringBuilder(token).append(' ');
        for (int i = 2; i < words; i++) {
            text.append(LIST[random.nextInt(LIST.length)]);
        }
        return text.append('.').toString();
    }

    /// The source of repeatable random choices.
    static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("SplittableRandom").create(seed);
    }
}

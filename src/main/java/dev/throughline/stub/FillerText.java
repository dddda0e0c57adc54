package dev.throughline.stub;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Filler text that is cut into deltas word by word.
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

    /// A text of as many words as asked for, at least two: the token first, a full stop last.
    static String text(String token, int words, long seed) {
        RandomGenerator random = random(seed);
        var text = new StringBuilder(token).append(' ');
        for (int i = 2; i < words; i++) {
            text.append(LIST[random.nextInt(LIST.length)]);
        }
        return text.append('.').toString();
    }

    /// The source of repeatable choices.
    static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("SplittableRandom").create(seed);
    }
}

package dev.throughline.fuzz;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// What is left to chance in one input: the same choices for the same seed.
final class SeededChoices {
    private final SplittableRandom random;

    SeededChoices(long seed) {
        random = new SplittableRandom(seed);
    }

    /// A number from 0 to before the bound.
    int below(int bound) {
        return random.nextInt(bound);
    }

    /// A length up to the bound; short ones are more likely.
    int length(int bound) {
        return below(1 + below(bound + 1));
    }

    boolean oneIn(int times) {
        return below(times) == 0;
    }

    <T> T of(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[below(choices.length)];
    }

    /// One of these, made only when it is chosen.
    @SafeVarargs
    final <T> T make(Supplier<? extends T>... makers) {
        return makers[below(makers.length)].get();
    }

    byte[] bytes(int count) {
        var bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}

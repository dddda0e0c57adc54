package dev.throughline.fuzz;

import dev.throughline.testing.Cut;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Some ways to cut an input: few for each, many over all inputs.
final class CutChoices {
    private CutChoices() {}

    /// Everywhere, in the middle, and at random places that depend on the length alone.
    static List<Cut> cuts(int units) {
        var random = new SplittableRandom(units);
        int mean = 2 + random.nextInt(6);
        List<Integer> some =
                places(units).filter(_ -> random.nextInt(mean) == 0).boxed().toList();
        return List.of(
                new Cut("each unit alone", places(units).boxed().toList()),
                new Cut("in the middle", List.of(units / 2)),
                new Cut("at " + some, some));
    }

    private static IntStream places(int units) {
        return IntStream.range(1, units);
    }
}

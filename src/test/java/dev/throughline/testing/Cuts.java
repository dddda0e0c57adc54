package dev.throughline.testing;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A named set of ways to cut something of so many units (bytes, code units or frames) that a reader must not notice.
/// Unless the tests run in full ([Thoroughness]), each set holds a few of its cuts only, spread evenly over it.
/// @param name for display, with the seed where there is chance in it
public record Cuts(String name, List<Cut> cuts) {
    private static final int LONGEST_FOR_PAIRS = 60;
    private static final int RANDOM_CUTS = 200;
    private static final int SHORT_CUTS = 12;

    public Cuts {
        cuts = Thoroughness.isFull() ? List.copyOf(cuts) : spread(cuts);
    }

    /// Calls for each chunk of each way of cutting.
    public interface Check {
        void on(String label, List<byte[]> chunks);
    }

    /// Not at all, between all units, every single cut (at the ends too: an empty piece), every pair of cuts up to 60
    /// units, seeded random cuts beyond.
    public static List<Cuts> of(int units, long seed) {
        return List.of(
                new Cuts("whole", List.of(new Cut("not cut", List.of()))),
                new Cuts("each unit alone", List.of(new Cut("cut everywhere", places(units)))),
                new Cuts("every single cut", singles(units)),
                units <= LONGEST_FOR_PAIRS
                        ? new Cuts("every pair of cuts", pairs(units))
                        : new Cuts("random cuts, seed " + seed, random(units, seed)));
    }

    /// Gives bytes in every way of cutting, with a label that tells it again.
    public static void each(byte[] bytes, Check check) {
        for (Cuts set : of(bytes.length, bytes.length)) {
            set.cuts.forEach(cut -> check.on(set.name + ", " + cut.name(), cut.pieces(bytes)));
        }
    }

    /// Hands copies of chunks on, as a connection does.
    public static void feed(List<byte[]> chunks, Consumer<byte[]> reader) {
        chunks.forEach(chunk -> reader.accept(chunk.clone()));
    }

    /// The first and the last of them, and as many between as a short set holds.
    static <T> List<T> spread(List<T> all) {
        int last = SHORT_CUTS - 1;
        return all.size() <= SHORT_CUTS
                ? List.copyOf(all)
                : IntStream.rangeClosed(0, last)
                        .mapToObj(i -> all.get(i * (all.size() - 1) / last))
                        .toList();
    }

    private static List<Integer> places(int units) {
        return IntStream.range(1, units).boxed().toList();
    }

    private static List<Cut> singles(int units) {
        return IntStream.rangeClosed(0, units)
                .mapToObj(place -> Cut.at(List.of(place)))
                .toList();
    }

    private static List<Cut> pairs(int units) {
        return places(units).stream()
                .flatMap(first -> IntStream.range(first + 1, units).mapToObj(second -> Cut.at(List.of(first, second))))
                .toList();
    }

    private static List<Cut> random(int units, long seed) {
        var random = new Random(seed);
        return Stream.generate(() -> random(units, random)).limit(RANDOM_CUTS).toList();
    }

    private static Cut random(int units, Random random) {
        int mean = 1 + random.nextInt(12);
        return Cut.at(
                places(units).stream().filter(_ -> random.nextInt(mean) == 0).toList());
    }
}

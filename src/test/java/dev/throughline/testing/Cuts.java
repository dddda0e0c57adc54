package dev.throughline.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// The ways to cut bytes into chunks that a decoder must not notice: every single cut, every pair of cuts of short
/// input, single bytes, and seeded random cuts.
public final class Cuts {
    private static final int LONGEST_FOR_PAIRS = 60;
    private static final int RANDOM_CUTS = 50;

    private Cuts() {}

    /// Gives every way of cutting, with a label that tells it again.
    public static void each(byte[] bytes, Check check) {
        for (int cut = 0; cut <= bytes.length; cut++) {
            check.on("cut at " + cut, at(bytes, cut));
        }
        pairs(bytes, check);
        int[] all = new int[Math.max(0, bytes.length - 1)];
        Arrays.setAll(all, i -> i + 1);
        check.on("single bytes", at(bytes, all));
        for (int seed = 0; seed < RANDOM_CUTS; seed++) {
            check.on("random cuts, seed " + seed, random(bytes, seed));
        }
    }

    /// Calls for each chunk of each way of cutting.
    public interface Check {
        void on(String label, List<byte[]> chunks);
    }

    /// Hands copies of chunks on, as a connection does.
    public static void feed(List<byte[]> chunks, Consumer<byte[]> reader) {
        chunks.forEach(chunk -> reader.accept(chunk.clone()));
    }

    private static void pairs(byte[] bytes, Check check) {
        if (bytes.length > LONGEST_FOR_PAIRS) {
            return;
        }
        for (int first = 1; first < bytes.length; first++) {
            for (int second = first + 1; second < bytes.length; second++) {
                check.on("cuts at " + first + " and " + second, at(bytes, first, second));
            }
        }
    }

    private static List<byte[]> random(byte[] bytes, int seed) {
        var random = new Random(seed);
        int count = 1 + random.nextInt(Math.max(1, bytes.length / 3));
        return at(bytes, random.ints(count, 0, bytes.length + 1).sorted().toArray());
    }

    private static List<byte[]> at(byte[] bytes, int... cuts) {
        List<byte[]> chunks = new ArrayList<>();
        int from = 0;
        for (int cut : cuts) {
            chunks.add(Arrays.copyOfRange(bytes, from, cut));
            from = cut;
        }
        chunks.add(Arrays.copyOfRange(bytes, from, bytes.length));
        return chunks;
    }
}

package dev.throughline.bench;

import java.util.List;
import java.util.function.ToLongFunction;

/// Whether a process holds more and more: the last third of the time against the third before it. The first third is
/// left to warming up.
/// @param memory how the largest memory of the last third compares to that before, 1 for the same
/// @param handles the same of open files and sockets
record Growth(double memory, double handles) {
    private static final double MEMORY_BAR = 1.10;
    private static final double HANDLES_BAR = 1.05;

    static Growth of(List<Vitals> vitals) {
        return new Growth(ratio(vitals, Vitals::residentMebibytes), ratio(vitals, Vitals::handles));
    }

    boolean isFlat() {
        boolean isFlat = memory <= MEMORY_BAR && handles <= HANDLES_BAR;
        System.out.printf(
                "last third against the one before: memory %.2f x, open files %.2f x: %s%n",
                memory, handles, isFlat ? "flat" : "GROWING");
        return isFlat;
    }

    private static double ratio(List<Vitals> vitals, ToLongFunction<Vitals> held) {
        int third = vitals.size() / 3;
        if (third == 0) {
            throw new IllegalStateException("expected at least 3 samples, found " + vitals.size());
        }
        List<Vitals> before = vitals.subList(vitals.size() - 2 * third, vitals.size() - third);
        List<Vitals> last = vitals.subList(vitals.size() - third, vitals.size());
        return (double) largest(last, held) / largest(before, held);
    }

    private static long largest(List<Vitals> vitals, ToLongFunction<Vitals> held) {
        return vitals.stream().mapToLong(held).max().orElseThrow();
    }
}

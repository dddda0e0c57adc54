package dev.throughline.bench;

import java.util.ArrayList;
import java.util.List;

/// How long something took, many times.
final class Timings {
    private final List<Double> millis;

    Timings(int expected) {
        millis = new ArrayList<>(expected);
    }

    void add(double one) {
        millis.add(one);
    }

    /// @param part 0.5 for the median, 0.99 for the 99th percentile
    double at(double part) {
        List<Double> sorted = millis.stream().sorted().toList();
        return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
    }
}

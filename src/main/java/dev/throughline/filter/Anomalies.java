package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import java.util.ArrayList;
import java.util.List;

/// Collects the anomalies of one answer; a bounded number of them, all of them counted.
final class Anomalies {
    private static final int KEPT = 100;

    private final List<Anomaly> kept = new ArrayList<>();
    private long at;

    /// Counts the characters read, so that an anomaly can say where it is.
    void read(int characters) {
        at += characters;
    }

    void add(Kind kind, String detail) {
        if (kept.size() < KEPT) {
            kept.add(new Anomaly(kind, at, detail));
        }
    }

    List<Anomaly> list() {
        return List.copyOf(kept);
    }
}

package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// Collects the anomalies of one answer, up to a bounded number.
public final class AnomalyLog {
    private static final int KEPT = 100;
    private static final int LONGEST_DETAIL = 128;

    private final LongSupplier position;
    private final List<Anomaly> kept = new ArrayList<>();

    /// @param position position of the last marker
    public AnomalyLog(LongSupplier position) {
        this.position = position;
    }

    public void add(Kind kind, String detail) {
        add(kind, position.getAsLong(), detail);
    }

    /// @param at position of the marker at which it was found
    public void add(Kind kind, long at, String detail) {
        if (kept.size() < KEPT) {
            String bounded = detail.length() > LONGEST_DETAIL ? detail.substring(0, LONGEST_DETAIL) : detail;
            kept.add(new Anomaly(kind, at, bounded));
        }
    }

    public List<Anomaly> list() {
        return List.copyOf(kept);
    }
}

package dev.throughline.text;

import java.util.LinkedHashMap;
import java.util.Map;

/// Keeps at most so many entries: those that were written or read last. Not thread-safe.
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    public BoundedMap(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}

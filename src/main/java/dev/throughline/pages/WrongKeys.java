package dev.throughline.pages;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.Map;

/// Counts wrong keys by address, so that a form cannot be used to try many. Counted by each process; the
/// addresses that are remembered are limited, the oldest is forgotten first. Thread-safe.
@ApplicationScoped
class WrongKeys {
    private static final int MOST = 10;
    private static final long WINDOW_NANOS = 60_000_000_000L;
    private static final int MOST_ADDRESSES = 10_000;

    // Guarded by this.
    private final Map<String, Tries> tries = new LinkedHashMap<>();

    /// Whether an address has used up its tries of the last minute.
    synchronized boolean isOver(String address) {
        Tries found = tries.get(address);
        if (found != null && System.nanoTime() - found.beganNanos > WINDOW_NANOS) {
            tries.remove(address);
            return false;
        }
        return found != null && found.count >= MOST;
    }

    synchronized void add(String address) {
        Tries found = tries.get(address);
        tries.put(
                address,
                found == null ? new Tries(System.nanoTime(), 1) : new Tries(found.beganNanos, found.count + 1));
        if (tries.size() > MOST_ADDRESSES) {
            tries.remove(tries.keySet().iterator().next());
        }
    }

    private record Tries(long beganNanos, int count) {}
}

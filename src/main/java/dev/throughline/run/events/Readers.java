package dev.throughline.run.events;

import dev.throughline.run.RunId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Who follows which run in this process. Safe from any thread.
final class Readers {
    private final Map<RunId, Set<Signal>> signals = new ConcurrentHashMap<>();

    /// Adds a reader.
    /// @return raised now and whenever the run may have changed
    Signal add(RunId run) {
        var signal = new Signal();
        signals.compute(run, (_, present) -> {
            Set<Signal> all = present == null ? ConcurrentHashMap.newKeySet() : present;
            all.add(signal);
            return all;
        });
        return signal;
    }

    void remove(RunId run, Signal signal) {
        signals.computeIfPresent(run, (_, present) -> {
            present.remove(signal);
            return present.isEmpty() ? null : present;
        });
    }

    void wake(RunId run) {
        signals.getOrDefault(run, Set.of()).forEach(Signal::raise);
    }

    void wakeAll() {
        signals.values().forEach(all -> all.forEach(Signal::raise));
    }

    int size() {
        return signals.values().stream().mapToInt(Set::size).sum();
    }
}

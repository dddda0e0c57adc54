package dev.throughline.run.journal;

import dev.throughline.run.RunId;
import dev.throughline.text.BoundedMap;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// How long the ends of the newest answers of this process waited for their commit. An end cannot contain this itself,
/// and a second write for each exchange would cost more than it is worth. Safe for use by several threads.
public final class RecentCommits {
    private static final int MOST = 4_096;

    private final Map<Place, Duration> waits = new BoundedMap<>(MOST);

    private record Place(RunId run, int exchange) {}

    public synchronized void add(RunId run, int exchange, Duration wait) {
        waits.put(new Place(run, exchange), wait);
    }

    /// Empty if the exchange ended elsewhere, or too many have ended since.
    public synchronized Optional<Duration> find(RunId run, int exchange) {
        return Optional.ofNullable(waits.get(new Place(run, exchange)));
    }
}

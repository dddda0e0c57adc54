package dev.throughline.run.events;

import dev.throughline.run.RunId;
import java.util.Collection;
import java.util.List;
import java.util.stream.Gatherers;

/// A `NOTIFY` message between processes: the ids of changed runs, without the changes.
///
/// Its payload is run ids separated by spaces, or `*` for all runs. PostgreSQL accepts less than 8,000 bytes.
sealed interface RunNotification {
    String CHANNEL = "throughline_run";

    String ANY = "*";

    /// Each at most 64 characters.
    int MOST_RUNS = 100;

    record Changed(List<RunId> runs) implements RunNotification {
        public Changed {
            runs = List.copyOf(runs);
        }
    }

    record AnyChanged() implements RunNotification {}

    /// The payloads for these runs, split into as many notifications as needed.
    static List<String> texts(Collection<RunId> runs) {
        return runs.stream()
                .map(RunId::value)
                .gather(Gatherers.windowFixed(MOST_RUNS))
                .map(ids -> String.join(" ", ids))
                .toList();
    }

    /// Parses a payload. If it contains anything but run ids, it may be from a later version and any run
    /// may have changed.
    static RunNotification read(String text) {
        List<String> ids = List.of(text.split(" ", -1));
        return ids.stream().allMatch(RunId::isValid)
                ? new Changed(ids.stream().map(RunId::new).toList())
                : new AnyChanged();
    }
}

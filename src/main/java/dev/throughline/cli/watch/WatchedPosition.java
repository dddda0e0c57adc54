package dev.throughline.cli.watch;

import java.util.HashSet;
import java.util.Set;

/// Where in the events of a run a watcher is, over all its connections: the last id that it received, and the events
/// after that, which another connection may repeat.
final class WatchedPosition {
    private final Set<WatchedEvent> since = new HashSet<>();
    private String id = "";

    /// The last id; empty for none.
    String id() {
        return id;
    }

    /// A connection begins. Without an id it repeats nothing: it begins with the state of the run.
    void connect() {
        if (id.isEmpty()) {
            since.clear();
        }
    }

    /// Everything up to this id was received.
    void reach(String reached) {
        id = reached;
        since.clear();
    }

    /// @return whether the event was not received before
    boolean receive(WatchedEvent event) {
        return since.add(event);
    }
}

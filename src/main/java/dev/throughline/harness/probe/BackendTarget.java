package dev.throughline.harness.probe;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// The server to probe and the options of the probe.
///
/// @param url the server's address, http or https, with or without the version segment at its end
/// @param model the model to request; without it the first one that the server lists
/// @param key the server's credential
/// @param dialect the only dialect to test; without it all of them
/// @param turns user turns of the longest conversation, 2 to 8
/// @param timeout time for one complete answer
/// @param template the text of its chat template, for a server that does not show it
public record BackendTarget(
        URI url,
        Optional<String> model,
        Optional<Key> key,
        Optional<ServerDialect> dialect,
        int turns,
        Duration timeout,
        Optional<String> template) {
    public static final int FEWEST_TURNS = 2;
    public static final int MOST_TURNS = 8;

    public BackendTarget {
        if (turns < FEWEST_TURNS || turns > MOST_TURNS) {
            throw new IllegalArgumentException(
                    "expected " + FEWEST_TURNS + " to " + MOST_TURNS + " turns, found " + turns);
        }
    }

    /// A server whose chat template is not known.
    public BackendTarget(
            URI url,
            Optional<String> model,
            Optional<Key> key,
            Optional<ServerDialect> dialect,
            int turns,
            Duration timeout) {
        this(url, model, key, dialect, turns, timeout, Optional.empty());
    }

    /// The same options for a server that was started with a template.
    public BackendTarget at(URI address, String served, String template) {
        return new BackendTarget(address, Optional.of(served), key, dialect, turns, timeout, Optional.of(template));
    }

    /// A credential from the environment. Its string form contains the variable's name only.
    /// @param variable the environment variable that it came from
    public record Key(String variable, String secret) {
        @Override
        public String toString() {
            return "$" + variable;
        }
    }
}

package dev.throughline.cli.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.throughline.text.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads the live events of a service: a name and one line of JSON each. Comments are skipped.
/// Source: WHATWG HTML 9.2.6, "Interpreting an event stream".
final class WatchedEventReader {
    private final BufferedReader lines;
    private final WatchedPosition position;

    /// @param position of the watcher; moves with the ids
    WatchedEventReader(InputStream in, WatchedPosition position) {
        this.position = position;
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /// The next event that was not received before; empty at the end of the stream, where an unfinished event is
    /// dropped.
    Optional<WatchedEvent> next() throws IOException {
        String name = "";
        String data = "";
        String id = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event:")) {
                name = line.substring(6).strip();
            } else if (line.startsWith("data:")) {
                data = line.substring(5).strip();
            } else if (line.startsWith("id:")) {
                id = line.substring(3).strip();
            } else if (line.isEmpty()) {
                Optional<WatchedEvent> event = ended(name, data, id);
                if (event.isPresent()) {
                    return event;
                }
                name = "";
                data = "";
                id = "";
            }
        }
        return Optional.empty();
    }

    private Optional<WatchedEvent> ended(String name, String data, String id) throws IOException {
        Optional<WatchedEvent> event = name.isEmpty()
                ? Optional.empty()
                : Optional.of(event(name, data)).filter(position::receive);
        if (!id.isEmpty()) {
            position.reach(id);
        }
        return event;
    }

    private static WatchedEvent event(String name, String data) throws IOException {
        try {
            return new WatchedEvent(name, Json.TREES.readTree(data.isEmpty() ? "{}" : data));
        } catch (JsonProcessingException e) {
            throw new IOException("an event with JSON was expected, found " + name, e);
        }
    }
}

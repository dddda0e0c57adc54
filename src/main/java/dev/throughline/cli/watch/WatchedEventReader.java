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

    WatchedEventReader(InputStream in) {
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /// The next event; empty at the end of the stream, where an unfinished event is dropped.
    Optional<WatchedEvent> next() throws IOException {
        String name = "";
        String data = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event:")) {
                name = line.substring(6).strip();
            } else if (line.startsWith("data:")) {
                data = line.substring(5).strip();
            } else if (line.isEmpty() && !name.isEmpty()) {
                return Optional.of(event(name, data));
            }
        }
        return Optional.empty();
    }

    private static WatchedEvent event(String name, String data) throws IOException {
        try {
            return new WatchedEvent(name, Json.TREES.readTree(data.isEmpty() ? "{}" : data));
        } catch (JsonProcessingException e) {
            throw new IOException("an event with JSON was expected, found " + name, e);
        }
    }
}

package dev.throughline.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A second reader of event streams, written from the standard: the whole text, line by line. Unlike the standard it
/// keeps an event's name where there is no data, as the decoder under test does.
/// Source: WHATWG HTML 9.2.6, "Interpreting an event stream".
final class ReferenceSseParser {
    private ReferenceSseParser() {}

    /// `event|data` of each block that says something and that a blank line ends.
    static List<String> of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String stream = text.startsWith("\ufeff") ? text.substring(1) : text;
        List<String> said = new ArrayList<>();
        String event = "";
        List<String> data = new ArrayList<>();
        String[] lines = stream.split("\r\n|\n|\r", -1);
        // Behind the last line break there is no line.
        for (int i = 0; i < lines.length - 1; i++) {
            String line = lines[i];
            if (line.isEmpty()) {
                String joined = String.join("\n", data);
                if (!joined.isEmpty() || !event.isEmpty()) {
                    said.add(event + "|" + joined);
                }
                event = "";
                data.clear();
                continue;
            }
            int colon = line.indexOf(':');
            String name = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            String trimmed = value.startsWith(" ") ? value.substring(1) : value;
            switch (name) {
                case "data" -> data.add(trimmed);
                case "event" -> event = trimmed;
                default -> {}
            }
        }
        return said;
    }
}

package dev.throughline.filter;

import java.util.Optional;

/// Buffers the text of a call that is written as JSON inside the tags. Markup inside a JSON string is data.
final class JsonCallBuffer {
    private final CallBody.Host host;
    private final CallWriter calls;
    private final AnomalyLog anomalyLog;
    private final DeclaredTools tools;
    private final StringBuilder text = new StringBuilder();
    private boolean inString;
    private boolean afterBackslash;

    JsonCallBuffer(CallBody.Host host, CallWriter calls, AnomalyLog anomalyLog, DeclaredTools tools) {
        this.host = host;
        this.calls = calls;
        this.anomalyLog = anomalyLog;
        this.tools = tools;
    }

    void append(String source, int from, int to) {
        for (int at = from; at < to; at++) {
            char unit = source.charAt(at);
            if (afterBackslash) {
                afterBackslash = false;
            } else if (unit == '"') {
                inString = !inString;
            } else {
                afterBackslash = inString && unit == '\\';
            }
        }
        text.append(source, from, to);
    }

    void append(String source) {
        append(source, 0, source.length());
    }

    /// Whether the next character is inside a JSON string.
    boolean inString() {
        return inString;
    }

    String text() {
        return text.toString();
    }

    /// Writes the call; false if the text is none.
    boolean writesCall() {
        Optional<JsonCall> call = JsonCall.parse(text(), tools);
        call.ifPresent(whole -> {
            anomalyLog.add(Anomaly.Kind.JSON_BODY, "");
            write(whole);
        });
        return call.isPresent();
    }

    /// Writes what there is of a truncated call.
    void writePart() {
        JsonCall.cut(text(), tools).ifPresent(this::write);
    }

    private void write(JsonCall call) {
        if (host.begin(call.name())) {
            calls.raw(call.arguments());
            calls.close();
        }
    }
}

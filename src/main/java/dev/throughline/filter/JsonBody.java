package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// The body of a call in paired tags that is JSON instead: `{"name", "arguments"}` or `NAME {arguments}`. It is read
/// as a whole, since it may be repaired; markup inside a JSON string is data.
final class JsonBody {
    private final CallBody.Host host;
    private final CallWriter calls;
    private final AnomalyLog anomalyLog;
    private final DeclaredTools tools;
    private final StringBuilder text = new StringBuilder();
    private boolean inString;
    private boolean afterBackslash;

    /// @param arguments one JSON object, or its beginning
    record Call(String name, String arguments) {}

    JsonBody(CallBody.Host host, CallWriter calls, AnomalyLog anomalyLog, DeclaredTools tools) {
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

    void append(String part) {
        append(part, 0, part.length());
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
        Optional<Call> call = parse(text(), tools);
        call.ifPresent(whole -> {
            anomalyLog.add(Anomaly.Kind.JSON_BODY, "");
            write(whole);
        });
        return call.isPresent();
    }

    /// Writes what there is of a truncated call, if its name stands before it.
    void writePart() {
        int brace = Math.max(text.indexOf("{"), 0);
        String name = tools.name(text.substring(0, brace));
        if (!name.isEmpty()) {
            write(new Call(name, text.substring(brace)));
        }
    }

    private void write(Call call) {
        if (host.begin(call.name())) {
            calls.raw(call.arguments());
            calls.close();
        }
    }

    static Optional<Call> parse(String body, DeclaredTools tools) {
        String text = CallName.trim(body);
        int brace = text.indexOf('{');
        if (brace < 0) {
            return Optional.empty();
        }
        Optional<JsonNode> object = object(text.substring(brace));
        String before = tools.name(text.substring(0, brace));
        if (!before.isEmpty()) {
            return object.map(arguments -> new Call(before, ArgumentValue.write(arguments)));
        }
        return object.flatMap(call -> Optional.ofNullable(call.path("name").textValue())
                .map(tools::name)
                .filter(name -> !name.isEmpty())
                .map(name -> new Call(name, arguments(call))));
    }

    private static Optional<JsonNode> object(String text) {
        return ArgumentValue.literal(text).filter(JsonNode::isObject);
    }

    private static String arguments(JsonNode call) {
        JsonNode given = call.has("arguments") ? call.path("arguments") : call.path("parameters");
        Optional<JsonNode> object = given.isTextual() ? object(given.textValue()) : Optional.of(given);
        return object.filter(JsonNode::isObject).map(ArgumentValue::write).orElse("{}");
    }
}

package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.throughline.filter.Anomaly.Kind;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes the arguments of the call being read: each value in the form its schema requires, strings as they
/// arrive, all others once complete. The first value of a key is used.
final class StreamedArguments {
    private final CallWriter calls;
    private final AnomalyLog anomalyLog;
    private final StringBuilder buffer = new StringBuilder();
    private JsonNode schema = MissingNode.getInstance();
    private String key = "";
    private boolean isStreamed;
    private Optional<ArgumentSchema> held = Optional.empty();
    private Optional<ArgumentValueReader> value = Optional.empty();

    StreamedArguments(CallWriter calls, AnomalyLog anomalyLog) {
        this.calls = calls;
        this.anomalyLog = anomalyLog;
    }

    /// @param toolSchema the tool's JSON schema; missing for an undeclared tool
    void begin(JsonNode toolSchema) {
        schema = toolSchema;
        key = "";
    }

    void key(String name) {
        key = name;
    }

    /// The last key.
    String key() {
        return key;
    }

    /// The value of the last key begins.
    void open() {
        buffer.setLength(0);
        held = Optional.empty();
        isStreamed = false;
        ArgumentSchema type = ArgumentSchema.of(schema, key);
        if (calls.has(key)) {
            anomalyLog.add(Kind.DUPLICATE_KEY, key);
            value = Optional.of(reader(_ -> {}));
        } else if (type.isString()) {
            isStreamed = true;
            calls.openString(key);
            value = Optional.of(reader(calls::stringText));
        } else {
            held = Optional.of(type);
            value = Optional.of(reader(buffer::append));
        }
    }

    /// The open value.
    ArgumentValueReader value() {
        return value.orElseThrow();
    }

    void close() {
        if (isStreamed) {
            calls.closeString();
        } else {
            held.ifPresent(type -> calls.pair(key, ArgumentValue.json(buffer.toString(), type)));
        }
        value = Optional.empty();
        buffer.setLength(0);
    }

    /// A complete value without its own tags.
    void put(String text) {
        if (calls.has(key)) {
            anomalyLog.add(Kind.DUPLICATE_KEY, key);
            return;
        }
        ArgumentSchema type = ArgumentSchema.of(schema, key);
        calls.pair(key, type.isString() ? JsonStringEscaper.quoted(text) : ArgumentValue.json(text, type));
    }

    private ArgumentValueReader reader(Consumer<String> data) {
        return new ArgumentValueReader(
                data,
                text -> ArgumentSchema.beginsKey(schema, text),
                argument -> ArgumentSchema.declares(schema, argument));
    }
}

package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.stream.StreamEvent;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads one `<tool_call>` after another, in both GLM layouts, and writes the calls as they arrive. Not XML: values are
/// raw.
///
/// Fed by lexemes while it is open; gives back what turns out to be no call. Every repair is an anomaly.
final class ToolCallExtractor {
    private enum State {
        IDLE,
        NAME,
        KEY,
        GAP,
        VALUE,
        BETWEEN,
        JSON,
        /// A call without a name: all of it is dropped.
        SKIP
    }

    /// Who opened the extractor.
    interface Host {
        /// No call after all: this is text where the call seemed to begin.
        void giveBack(String text, Consumer<StreamEvent> out);

        /// The call is over or was none; this marker stands behind it.
        void goOn(Marker marker, Consumer<StreamEvent> out);

        /// A call begins for certain.
        void callBegins(Consumer<StreamEvent> out);
    }

    private final Map<String, JsonNode> tools;
    private final CallWriter calls;
    private final Anomalies anomalies;
    private final Host host;
    private final StringBuilder buffer = new StringBuilder();
    private State state = State.IDLE;
    private boolean isInReasoning;
    private JsonNode schema = MissingNode.getInstance();
    private String key = "";
    private boolean isStreamed;
    private Optional<ValueReader> value = Optional.empty();
    private Optional<ArgumentSchema> held = Optional.empty();
    private Optional<Consumer<StreamEvent>> sink = Optional.empty();

    ToolCallExtractor(Map<String, JsonNode> tools, CallWriter calls, Anomalies anomalies, Host host) {
        this.tools = tools;
        this.calls = calls;
        this.anomalies = anomalies;
        this.host = host;
    }

    boolean isOpen() {
        return state != State.IDLE;
    }

    /// `<tool_call>` was read.
    /// @param inReasoning whether only a declared tool makes it a call
    void open(boolean inReasoning) {
        isInReasoning = inReasoning;
        state = State.NAME;
        buffer.setLength(0);
    }

    void text(String source, int from, int to, Consumer<StreamEvent> out) {
        sink = Optional.of(out);
        switch (state) {
            case NAME -> {
                buffer.append(source, from, to);
                lookAtName(out);
            }
            case KEY, GAP, JSON -> buffer.append(source, from, to);
            case VALUE -> value.orElseThrow().text(source, from, to);
            case BETWEEN -> {
                if (!CallName.trim(source.substring(from, to)).isEmpty()) {
                    anomalies.add(Kind.TEXT_IN_CALL, key);
                }
            }
            case SKIP -> {}
            case IDLE -> throw new IllegalStateException("no call is open");
        }
    }

    void marker(Marker marker, Consumer<StreamEvent> out) {
        sink = Optional.of(out);
        switch (state) {
            case NAME -> nameEnds(marker, out);
            case KEY -> inKey(marker, out);
            case GAP -> inGap(marker, out);
            case VALUE -> decide(value.orElseThrow().marker(marker), marker, out);
            case BETWEEN -> between(marker, out);
            case JSON -> inJson(marker, out);
            case SKIP -> {
                if (marker == Marker.CALL_CLOSE) {
                    state = State.IDLE;
                } else if (marker == Marker.CALL_OPEN) {
                    open(isInReasoning);
                }
            }
            case IDLE -> throw new IllegalStateException("no call is open");
        }
    }

    /// The answer is over.
    /// @param isCut whether the model was stopped by a limit
    void end(boolean isCut, Consumer<StreamEvent> out) {
        sink = Optional.of(out);
        switch (state) {
            case IDLE -> {}
            case NAME -> {
                if (isInReasoning) {
                    giveBackAll(out);
                } else {
                    anomalies.add(Kind.UNFINISHED_CALL, "");
                }
            }
            case JSON -> jsonEnds(out);
            case SKIP -> anomalies.add(Kind.EMPTY_CALL, "");
            case KEY, GAP, BETWEEN -> {
                anomalies.add(isCut ? Kind.UNFINISHED_CALL : Kind.MISSING_CALL_CLOSER, key);
                calls.end(isCut, out);
            }
            case VALUE -> endInValue(isCut, out);
        }
        state = State.IDLE;
    }

    private void endInValue(boolean isCut, Consumer<StreamEvent> out) {
        Optional<ValueReader.Decision> decision = value.orElseThrow().end();
        boolean isOpenValue = decision.isEmpty();
        if (!isOpenValue || !isCut) {
            closeValue(out);
        }
        boolean isClosedCall = decision.isPresent() && decision.get() instanceof ValueReader.Decision.ClosedWithCall;
        anomalies.add(isClosedCall ? Kind.MISSING_VALUE_CLOSER : Kind.MISSING_CALL_CLOSER, key);
        calls.end(isCut && !isClosedCall, out);
    }

    private void lookAtName(Consumer<StreamEvent> out) {
        switch (CallName.outlook(buffer)) {
            case NAME -> {}
            case JSON -> {
                if (isInReasoning) {
                    giveBackAll(out);
                } else {
                    state = State.JSON;
                }
            }
            case NEITHER -> {
                if (isInReasoning) {
                    giveBackAll(out);
                } else {
                    dropTag(out);
                }
            }
        }
    }

    private void nameEnds(Marker marker, Consumer<StreamEvent> out) {
        boolean isTerminator = marker == Marker.KEY_OPEN || marker == Marker.CALL_CLOSE;
        String name = CallName.of(buffer);
        if (isInReasoning && !(isTerminator && tools.containsKey(name))) {
            giveBackAll(out);
            host.goOn(marker, out);
        } else if (!isTerminator) {
            dropTag(out);
            host.goOn(marker, out);
        } else if (name.isEmpty()) {
            anomalies.add(Kind.EMPTY_CALL, "");
            state = marker == Marker.KEY_OPEN ? State.SKIP : State.IDLE;
        } else {
            begin(name, out);
            if (marker == Marker.CALL_CLOSE) {
                finish(out);
            } else {
                startKey();
            }
        }
    }

    private void begin(String name, Consumer<StreamEvent> out) {
        if (isInReasoning) {
            anomalies.add(Kind.CALL_IN_REASONING, name);
        }
        if (!tools.containsKey(name)) {
            anomalies.add(Kind.UNDECLARED_TOOL, name);
        }
        schema = tools.getOrDefault(name, MissingNode.getInstance());
        key = "";
        host.callBegins(out);
        calls.begin(name, out);
    }

    private void inKey(Marker marker, Consumer<StreamEvent> out) {
        switch (marker) {
            case KEY_CLOSE -> {
                key = CallName.trim(buffer);
                buffer.setLength(0);
                state = State.GAP;
            }
            case VALUE_OPEN -> {
                anomalies.add(Kind.MISSING_KEY_CLOSER, "");
                key = CallName.trim(buffer);
                openValue(out);
            }
            default -> {
                anomalies.add(Kind.MISSING_VALUE, "");
                between(marker, out);
            }
        }
    }

    private void inGap(Marker marker, Consumer<StreamEvent> out) {
        String between = CallName.trim(buffer);
        switch (marker) {
            case VALUE_OPEN -> {
                if (!between.isEmpty()) {
                    anomalies.add(Kind.TEXT_IN_CALL, key);
                }
                openValue(out);
            }
            case VALUE_CLOSE -> {
                anomalies.add(Kind.MISSING_VALUE_OPENER, key);
                put(between, out);
                state = State.BETWEEN;
            }
            default -> {
                anomalies.add(Kind.MISSING_VALUE, key);
                if (!between.isEmpty()) {
                    put(between, out);
                }
                between(marker, out);
            }
        }
    }

    private void between(Marker marker, Consumer<StreamEvent> out) {
        switch (marker) {
            case KEY_OPEN -> startKey();
            case CALL_CLOSE -> finish(out);
            case KEY_CLOSE, VALUE_OPEN, VALUE_CLOSE -> {
                anomalies.add(Kind.ORPHAN_CLOSER, key);
                state = State.BETWEEN;
            }
            default -> {
                anomalies.add(Kind.MISSING_CALL_CLOSER, key);
                finish(out);
                host.goOn(marker, out);
            }
        }
    }

    private void startKey() {
        buffer.setLength(0);
        state = State.KEY;
    }

    private void openValue(Consumer<StreamEvent> out) {
        state = State.VALUE;
        buffer.setLength(0);
        ArgumentSchema type = ArgumentSchema.of(schema, key);
        if (calls.has(key)) {
            anomalies.add(Kind.DUPLICATE_KEY, key);
            held = Optional.empty();
            value = Optional.of(new ValueReader(_ -> {}, this::isKey));
        } else if (type.isString()) {
            held = Optional.empty();
            calls.openString(key, out);
            value = Optional.of(new ValueReader(text -> calls.stringText(text, sink.orElseThrow()), this::isKey));
            isStreamed = true;
            return;
        } else {
            held = Optional.of(type);
            value = Optional.of(new ValueReader(buffer::append, this::isKey));
        }
        isStreamed = false;
    }

    private boolean isKey(String name) {
        return schema.path("properties").has(name);
    }

    private void decide(ValueReader.Decision decision, Marker marker, Consumer<StreamEvent> out) {
        switch (decision) {
            case ValueReader.Decision.Stays _ -> {}
            case ValueReader.Decision.Closed _ -> {
                closeValue(out);
                between(marker, out);
            }
            case ValueReader.Decision.ClosedWithCall _ -> {
                anomalies.add(Kind.MISSING_VALUE_CLOSER, key);
                closeValue(out);
                finish(out);
                host.goOn(marker, out);
            }
            case ValueReader.Decision.NextValue(String next) -> {
                anomalies.add(Kind.MISSING_VALUE_CLOSER, key);
                closeValue(out);
                key = next;
                openValue(out);
            }
        }
    }

    private void closeValue(Consumer<StreamEvent> out) {
        if (isStreamed) {
            calls.closeString(out);
        } else {
            held.ifPresent(type -> calls.pair(key, ArgumentValue.json(buffer.toString(), type), out));
        }
        buffer.setLength(0);
        state = State.BETWEEN;
    }

    private void put(String text, Consumer<StreamEvent> out) {
        if (calls.has(key)) {
            anomalies.add(Kind.DUPLICATE_KEY, key);
            return;
        }
        ArgumentSchema type = ArgumentSchema.of(schema, key);
        calls.pair(key, type.isString() ? ArgumentValue.string(text) : ArgumentValue.json(text, type), out);
    }

    private void finish(Consumer<StreamEvent> out) {
        calls.end(false, out);
        state = State.IDLE;
    }

    private void inJson(Marker marker, Consumer<StreamEvent> out) {
        if (marker == Marker.CALL_CLOSE && JsonCall.parse(buffer).isPresent()) {
            jsonEnds(out);
        } else if (marker.family() == Marker.Family.ROLE) {
            jsonEnds(out);
            host.goOn(marker, out);
        } else {
            buffer.append(marker.text());
        }
    }

    private void jsonEnds(Consumer<StreamEvent> out) {
        state = State.IDLE;
        Optional<JsonCall> call = JsonCall.parse(buffer);
        anomalies.add(call.isPresent() ? Kind.JSON_BODY : Kind.UNFINISHED_CALL, "");
        call.ifPresent(found -> {
            if (!tools.containsKey(found.name())) {
                anomalies.add(Kind.UNDECLARED_TOOL, found.name());
            }
            host.callBegins(out);
            calls.whole(found.name(), found.arguments(), out);
        });
    }

    /// Only the tag is dropped: what follows it is text.
    private void dropTag(Consumer<StreamEvent> out) {
        anomalies.add(Kind.STRAY_OPENER, "");
        state = State.IDLE;
        host.giveBack(buffer.toString(), out);
    }

    /// In reasoning it stays what it was.
    private void giveBackAll(Consumer<StreamEvent> out) {
        state = State.IDLE;
        host.giveBack(Marker.CALL_OPEN.text() + buffer, out);
    }
}

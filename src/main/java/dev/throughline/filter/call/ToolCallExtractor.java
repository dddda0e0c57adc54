package dev.throughline.filter.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.filter.markup.Anomalies;
import dev.throughline.filter.markup.Anomaly.Kind;
import dev.throughline.filter.markup.Layout;
import dev.throughline.filter.markup.Marker;
import java.util.Map;
import java.util.Optional;

/// Reads one `<tool_call>` after another, in both GLM layouts, and writes the calls as they arrive. Not XML: values
/// are raw.
///
/// Fed by lexemes while it is open; gives back what turns out to be no call. Every repair is an anomaly.
public final class ToolCallExtractor {
    private final DeclaredTools tools;
    private final CallWriter calls;
    private final CallArguments arguments;
    private final Anomalies anomalies;
    private final ExtractorHost host;
    private final NameReader name;
    private final JsonBody body = new JsonBody();
    private final Layout layout = new Layout();
    private final StringBuilder buffer = new StringBuilder();
    private CallState state = CallState.IDLE;
    private boolean isInReasoning;
    private boolean anyTextBetween;

    public ToolCallExtractor(Map<String, JsonNode> tools, CallWriter calls, Anomalies anomalies, ExtractorHost host) {
        this.tools = new DeclaredTools(tools);
        this.name = new NameReader(this.tools);
        this.calls = calls;
        this.arguments = new CallArguments(calls, anomalies);
        this.anomalies = anomalies;
        this.host = host;
    }

    public boolean isOpen() {
        return state != CallState.IDLE;
    }

    /// `<tool_call>` was read.
    /// @param inReasoning whether only a declared tool makes it a call
    public void open(boolean inReasoning) {
        isInReasoning = inReasoning;
        state = CallState.NAME;
        name.reset();
    }

    public void text(String source, int from, int to) {
        switch (state) {
            case NAME -> lookAtName(name.read(source, from, to));
            case KEY, GAP -> buffer.append(source, from, to);
            case JSON -> body.append(source, from, to);
            case VALUE -> arguments.value().text(source, from, to);
            case BETWEEN -> anyTextBetween |= layout.skip(source, from, to) < to;
            case SKIP -> {}
            case IDLE -> throw new IllegalStateException("no call is open");
        }
    }

    public void marker(Marker marker) {
        switch (state) {
            case NAME -> nameEnds(marker);
            case KEY -> inKey(marker);
            case GAP -> inGap(marker);
            case VALUE -> decide(arguments.value().marker(marker), marker);
            case BETWEEN -> between(marker);
            case JSON -> inJson(marker);
            case SKIP -> skip(marker);
            case IDLE -> throw new IllegalStateException("no call is open");
        }
    }

    /// Whether the beginning of a closer that ends the answer is dropped: a call is being read, and not one that may
    /// still be reasoning.
    public boolean dropsPieces() {
        return switch (state) {
            case IDLE -> false;
            case NAME -> !isInReasoning;
            case JSON -> !body.inString();
            case KEY, GAP, VALUE, BETWEEN, SKIP -> true;
        };
    }

    /// The answer is over.
    /// @param isCut whether the model was stopped by a limit
    public void end(boolean isCut) {
        switch (state) {
            case IDLE, SKIP -> {}
            case NAME -> {
                if (isInReasoning) {
                    giveBackAll();
                } else {
                    leaveOut(Kind.UNFINISHED_CALL);
                }
            }
            case JSON -> jsonIsCut(isCut);
            case KEY, GAP, BETWEEN -> {
                anomalies.add(isCut ? Kind.UNFINISHED_CALL : Kind.MISSING_CALL_CLOSER, arguments.key());
                calls.end(isCut);
            }
            case VALUE -> endInValue(isCut);
        }
        state = CallState.IDLE;
    }

    private void endInValue(boolean isCut) {
        Optional<ValueReader.Decision> decision = arguments.value().end();
        boolean isOpenValue = decision.isEmpty();
        if (!isOpenValue || !isCut) {
            closeValue();
        }
        boolean isClosedCall = decision.isPresent() && decision.get() instanceof ValueReader.Decision.ClosedWithCall;
        if (isClosedCall) {
            anomalies.add(Kind.MISSING_VALUE_CLOSER, arguments.key());
        } else if (isCut || isOpenValue) {
            anomalies.add(Kind.UNFINISHED_CALL, arguments.key());
        } else {
            anomalies.add(Kind.MISSING_CALL_CLOSER, arguments.key());
        }
        calls.end(isCut && !isClosedCall);
    }

    private void lookAtName(NameReader.Outlook outlook) {
        if (outlook == NameReader.Outlook.NAME) {
            return;
        }
        if (isInReasoning) {
            giveBackAll();
        } else if (outlook == NameReader.Outlook.JSON) {
            state = CallState.JSON;
            body.reset();
            body.append(name.text());
        } else {
            dropTag(name.text());
        }
    }

    private void nameEnds(Marker marker) {
        boolean isTerminator = marker == Marker.KEY_OPEN || marker == Marker.CALL_CLOSE;
        String found = name.name();
        if (isInReasoning && !(isTerminator && tools.declares(found))) {
            giveBackAll();
            host.goOn(marker);
        } else if (!isTerminator) {
            if (!repairs(marker, found)) {
                dropTag(name.text());
                host.goOn(marker);
            }
        } else if (found.isEmpty() && !CallName.trim(name.text()).isEmpty()) {
            dropTag(name.text());
            host.goOn(marker);
        } else if (found.isEmpty()) {
            leaveOut(Kind.EMPTY_CALL);
            state = marker == Marker.KEY_OPEN ? CallState.SKIP : CallState.IDLE;
        } else {
            begin(found);
            if (marker == Marker.CALL_CLOSE) {
                finish();
            } else {
                startKey();
            }
        }
    }

    /// Takes a closer behind a declared name for one too many, or for that of a key whose opener is missing.
    private boolean repairs(Marker marker, String found) {
        if (marker != Marker.KEY_CLOSE && marker != Marker.VALUE_CLOSE && marker != Marker.VALUE_OPEN) {
            return false;
        }
        if (marker != Marker.VALUE_OPEN && tools.declares(found)) {
            begin(found);
            anomalies.add(Kind.ORPHAN_CLOSER, "");
            startBetween();
            return true;
        }
        boolean isKey = marker != Marker.VALUE_CLOSE;
        Optional<DeclaredTools.BareKey> bare = isKey ? tools.bareKey(name.text()) : Optional.empty();
        bare.ifPresent(key -> {
            begin(key.name());
            anomalies.add(Kind.MISSING_KEY_OPENER, key.key());
            arguments.key(key.key());
            if (marker == Marker.VALUE_OPEN) {
                openValue();
            } else {
                startGap();
            }
        });
        return bare.isPresent();
    }

    private void skip(Marker marker) {
        boolean isBehind = marker == Marker.CALL_OPEN || marker.family() == Marker.Family.ROLE;
        if (isBehind || marker == Marker.CALL_CLOSE) {
            state = CallState.IDLE;
        }
        if (isBehind) {
            host.goOn(marker);
        }
    }

    private void begin(String found) {
        if (isInReasoning) {
            anomalies.add(Kind.CALL_IN_REASONING, found);
        }
        arguments.begin(tools.schema(found));
        announce(found);
        calls.begin(found);
    }

    private void announce(String found) {
        if (!tools.declares(found)) {
            anomalies.add(Kind.UNDECLARED_TOOL, found);
        }
        host.callBegins();
    }

    private void inKey(Marker marker) {
        switch (marker) {
            case KEY_CLOSE -> {
                arguments.key(CallName.trim(buffer));
                startGap();
            }
            case VALUE_OPEN -> {
                anomalies.add(Kind.MISSING_KEY_CLOSER, "");
                arguments.key(CallName.trim(buffer));
                openValue();
            }
            default -> {
                anomalies.add(Kind.MISSING_VALUE, "");
                startBetween();
                between(marker);
            }
        }
    }

    private void startGap() {
        buffer.setLength(0);
        state = CallState.GAP;
    }

    private void inGap(Marker marker) {
        String between = CallName.trim(buffer);
        switch (marker) {
            case VALUE_OPEN -> {
                if (!between.isEmpty()) {
                    anomalies.add(Kind.TEXT_IN_CALL, arguments.key());
                }
                openValue();
            }
            case VALUE_CLOSE -> {
                anomalies.add(Kind.MISSING_VALUE_OPENER, arguments.key());
                arguments.put(between);
                startBetween();
            }
            default -> {
                anomalies.add(Kind.MISSING_VALUE, arguments.key());
                if (!between.isEmpty()) {
                    arguments.put(between);
                }
                startBetween();
                between(marker);
            }
        }
    }

    private void startBetween() {
        state = CallState.BETWEEN;
        layout.reset();
        anyTextBetween = false;
    }

    private void between(Marker marker) {
        if (anyTextBetween || !layout.isWhole()) {
            anomalies.add(Kind.TEXT_IN_CALL, arguments.key());
        }
        switch (marker) {
            case KEY_OPEN -> startKey();
            case CALL_CLOSE -> finish();
            case KEY_CLOSE, VALUE_OPEN, VALUE_CLOSE -> {
                anomalies.add(Kind.ORPHAN_CLOSER, arguments.key());
                startBetween();
            }
            case BOX_OPEN, BOX_CLOSE -> startBetween();
            default -> {
                anomalies.add(Kind.MISSING_CALL_CLOSER, arguments.key());
                finish();
                host.goOn(marker);
            }
        }
    }

    private void startKey() {
        buffer.setLength(0);
        state = CallState.KEY;
    }

    private void decide(ValueReader.Decision decision, Marker marker) {
        switch (decision) {
            case ValueReader.Decision.Stays _ -> {}
            case ValueReader.Decision.Closed _ -> {
                closeValue();
                between(marker);
            }
            case ValueReader.Decision.ClosedWithCall _ -> {
                anomalies.add(Kind.MISSING_VALUE_CLOSER, arguments.key());
                closeValue();
                finish();
                host.goOn(marker);
            }
            case ValueReader.Decision.NextValue(String next, Kind missing) -> {
                anomalies.add(missing, arguments.key());
                closeValue();
                arguments.key(next);
                openValue();
            }
        }
    }

    private void openValue() {
        state = CallState.VALUE;
        arguments.open();
    }

    private void closeValue() {
        arguments.close();
        startBetween();
    }

    private void finish() {
        calls.end(false);
        state = CallState.IDLE;
    }

    private void inJson(Marker marker) {
        boolean endsBody =
                marker == Marker.CALL_CLOSE || marker == Marker.CALL_OPEN || marker.family() == Marker.Family.ROLE;
        if (body.inString() || !endsBody) {
            body.append(marker.text());
            return;
        }
        JsonCall.parse(body.text(), tools).ifPresentOrElse(this::jsonCall, () -> dropTag(body.text()));
        boolean isCall = state == CallState.JSON;
        state = CallState.IDLE;
        if (marker != Marker.CALL_CLOSE) {
            if (isCall) {
                anomalies.add(Kind.MISSING_CALL_CLOSER, "");
            }
            host.goOn(marker);
        }
    }

    private void jsonCall(JsonCall call) {
        anomalies.add(Kind.JSON_BODY, "");
        write(call);
    }

    private void write(JsonCall call) {
        announce(call.name());
        calls.whole(call);
    }

    private void jsonIsCut(boolean isCut) {
        Optional<JsonCall> whole = JsonCall.parse(body.text(), tools);
        if (whole.isPresent()) {
            jsonCall(whole.get());
            anomalies.add(Kind.MISSING_CALL_CLOSER, "");
            return;
        }
        leaveOut(Kind.UNFINISHED_CALL);
        if (isCut) {
            JsonCall.cut(body.text(), tools).ifPresent(this::write);
        }
    }

    /// Nothing of the call is passed on.
    private void leaveOut(Kind kind) {
        anomalies.add(kind, "");
        host.giveBack("");
    }

    /// Only the tag is dropped: what follows it is text.
    private void dropTag(String text) {
        anomalies.add(Kind.STRAY_OPENER, "");
        state = CallState.IDLE;
        host.giveBack(text);
    }

    /// In reasoning it stays what it was.
    private void giveBackAll() {
        state = CallState.IDLE;
        host.giveBack(Marker.CALL_OPEN.text() + name.text());
    }
}

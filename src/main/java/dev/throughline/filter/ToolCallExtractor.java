package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.filter.Anomaly.Kind;
import java.util.Map;
import java.util.Optional;

/// Reads one `<tool_call>` after another, in both GLM layouts, and writes the calls as they arrive. Not
/// XML: values are raw.
///
/// Receives lexemes while it is open; returns what turns out not to be a call. Every repair is an anomaly.
public final class ToolCallExtractor {
    private final DeclaredTools tools;
    private final CallWriter calls;
    private final StreamedArguments arguments;
    private final AnomalyLog anomalyLog;
    private final ExtractorHost host;
    private final CallNameReader name;
    private final JsonCallBuffer body = new JsonCallBuffer();
    private final LayoutWhitespace layoutWhitespace = new LayoutWhitespace();
    private final StringBuilder buffer = new StringBuilder();
    private CallState state = CallState.IDLE;
    private boolean isInReasoning;
    private boolean anyTextBetween;

    public ToolCallExtractor(Map<String, JsonNode> tools, CallWriter calls, AnomalyLog anomalyLog, ExtractorHost host) {
        this.tools = new DeclaredTools(tools);
        this.name = new CallNameReader(this.tools);
        this.calls = calls;
        this.arguments = new StreamedArguments(calls, anomalyLog);
        this.anomalyLog = anomalyLog;
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
            case BETWEEN -> anyTextBetween |= layoutWhitespace.skip(source, from, to) < to;
            case SKIP -> {}
            case IDLE -> throw new IllegalStateException("no call is open");
        }
    }

    public void marker(GlmMarker glmMarker) {
        switch (state) {
            case NAME -> nameEnds(glmMarker);
            case KEY -> inKey(glmMarker);
            case GAP -> inGap(glmMarker);
            case VALUE -> decide(arguments.value().marker(glmMarker), glmMarker);
            case BETWEEN -> between(glmMarker);
            case JSON -> inJson(glmMarker);
            case SKIP -> skip(glmMarker);
            case IDLE -> throw new IllegalStateException("no call is open");
        }
    }

    /// Whether a partial closer at the end of the answer is dropped: a call is being read, and it is not
    /// one that may still be reasoning.
    public boolean dropsPieces() {
        return switch (state) {
            case IDLE -> false;
            case NAME -> !isInReasoning;
            case JSON -> !body.inString();
            case KEY, GAP, VALUE, BETWEEN, SKIP -> true;
        };
    }

    /// The answer has ended.
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
                anomalyLog.add(isCut ? Kind.UNFINISHED_CALL : Kind.MISSING_CALL_CLOSER, arguments.key());
                calls.end(isCut);
            }
            case VALUE -> endInValue(isCut);
        }
        state = CallState.IDLE;
    }

    private void endInValue(boolean isCut) {
        Optional<ArgumentValueReader.Decision> decision = arguments.value().end();
        boolean isOpenValue = decision.isEmpty();
        if (!isOpenValue || !isCut) {
            closeValue();
        }
        boolean isClosedCall =
                decision.isPresent() && decision.get() instanceof ArgumentValueReader.Decision.ClosedWithCall;
        if (isClosedCall) {
            anomalyLog.add(Kind.MISSING_VALUE_CLOSER, arguments.key());
        } else if (isCut || isOpenValue) {
            anomalyLog.add(Kind.UNFINISHED_CALL, arguments.key());
        } else {
            anomalyLog.add(Kind.MISSING_CALL_CLOSER, arguments.key());
        }
        calls.end(isCut && !isClosedCall);
    }

    private void lookAtName(CallNameReader.Outlook outlook) {
        if (outlook == CallNameReader.Outlook.NAME) {
            return;
        }
        if (isInReasoning) {
            giveBackAll();
        } else if (outlook == CallNameReader.Outlook.JSON) {
            state = CallState.JSON;
            body.reset();
            body.append(name.text());
        } else {
            dropTag(name.text());
        }
    }

    private void nameEnds(GlmMarker glmMarker) {
        boolean isTerminator = glmMarker == GlmMarker.KEY_OPEN || glmMarker == GlmMarker.CALL_CLOSE;
        String found = name.name();
        if (isInReasoning && !(isTerminator && tools.declares(found))) {
            giveBackAll();
            host.goOn(glmMarker);
        } else if (!isTerminator) {
            if (!repairs(glmMarker, found)) {
                dropTag(name.text());
                host.goOn(glmMarker);
            }
        } else if (found.isEmpty() && !CallName.trim(name.text()).isEmpty()) {
            dropTag(name.text());
            host.goOn(glmMarker);
        } else if (found.isEmpty()) {
            leaveOut(Kind.EMPTY_CALL);
            state = glmMarker == GlmMarker.KEY_OPEN ? CallState.SKIP : CallState.IDLE;
        } else {
            begin(found);
            if (glmMarker == GlmMarker.CALL_CLOSE) {
                finish();
            } else {
                startKey();
            }
        }
    }

    /// Treats a closer after a declared name as superfluous, or as that of a key whose opener is missing.
    private boolean repairs(GlmMarker glmMarker, String found) {
        if (glmMarker != GlmMarker.KEY_CLOSE
                && glmMarker != GlmMarker.VALUE_CLOSE
                && glmMarker != GlmMarker.VALUE_OPEN) {
            return false;
        }
        if (glmMarker != GlmMarker.VALUE_OPEN && tools.declares(found)) {
            begin(found);
            anomalyLog.add(Kind.ORPHAN_CLOSER, "");
            startBetween();
            return true;
        }
        boolean isKey = glmMarker != GlmMarker.VALUE_CLOSE;
        Optional<DeclaredTools.BareKey> bare = isKey ? tools.bareKey(name.text()) : Optional.empty();
        bare.ifPresent(key -> {
            begin(key.name());
            anomalyLog.add(Kind.MISSING_KEY_OPENER, key.key());
            arguments.key(key.key());
            if (glmMarker == GlmMarker.VALUE_OPEN) {
                openValue();
            } else {
                startGap();
            }
        });
        return bare.isPresent();
    }

    private void skip(GlmMarker glmMarker) {
        boolean isBehind = glmMarker == GlmMarker.CALL_OPEN || glmMarker.family() == GlmMarker.Family.ROLE;
        if (isBehind || glmMarker == GlmMarker.CALL_CLOSE) {
            state = CallState.IDLE;
        }
        if (isBehind) {
            host.goOn(glmMarker);
        }
    }

    private void begin(String found) {
        if (isInReasoning) {
            anomalyLog.add(Kind.CALL_IN_REASONING, found);
        }
        arguments.begin(tools.schema(found));
        announce(found);
        calls.begin(found);
    }

    private void announce(String found) {
        if (!tools.declares(found)) {
            anomalyLog.add(Kind.UNDECLARED_TOOL, found);
        }
        host.callBegins();
    }

    private void inKey(GlmMarker glmMarker) {
        switch (glmMarker) {
            case KEY_CLOSE -> {
                arguments.key(CallName.trim(buffer));
                startGap();
            }
            case VALUE_OPEN -> {
                anomalyLog.add(Kind.MISSING_KEY_CLOSER, "");
                arguments.key(CallName.trim(buffer));
                openValue();
            }
            default -> {
                anomalyLog.add(Kind.MISSING_VALUE, "");
                startBetween();
                between(glmMarker);
            }
        }
    }

    private void startGap() {
        buffer.setLength(0);
        state = CallState.GAP;
    }

    private void inGap(GlmMarker glmMarker) {
        String between = CallName.trim(buffer);
        switch (glmMarker) {
            case VALUE_OPEN -> {
                if (!between.isEmpty()) {
                    anomalyLog.add(Kind.TEXT_IN_CALL, arguments.key());
                }
                openValue();
            }
            case VALUE_CLOSE -> {
                anomalyLog.add(Kind.MISSING_VALUE_OPENER, arguments.key());
                arguments.put(between);
                startBetween();
            }
            default -> {
                anomalyLog.add(Kind.MISSING_VALUE, arguments.key());
                if (!between.isEmpty()) {
                    arguments.put(between);
                }
                startBetween();
                between(glmMarker);
            }
        }
    }

    private void startBetween() {
        state = CallState.BETWEEN;
        layoutWhitespace.reset();
        anyTextBetween = false;
    }

    private void between(GlmMarker glmMarker) {
        if (anyTextBetween || !layoutWhitespace.isWhole()) {
            anomalyLog.add(Kind.TEXT_IN_CALL, arguments.key());
        }
        switch (glmMarker) {
            case KEY_OPEN -> startKey();
            case CALL_CLOSE -> finish();
            case KEY_CLOSE, VALUE_OPEN, VALUE_CLOSE -> {
                anomalyLog.add(Kind.ORPHAN_CLOSER, arguments.key());
                startBetween();
            }
            case BOX_OPEN, BOX_CLOSE -> startBetween();
            default -> {
                anomalyLog.add(Kind.MISSING_CALL_CLOSER, arguments.key());
                finish();
                host.goOn(glmMarker);
            }
        }
    }

    private void startKey() {
        buffer.setLength(0);
        state = CallState.KEY;
    }

    private void decide(ArgumentValueReader.Decision decision, GlmMarker glmMarker) {
        switch (decision) {
            case ArgumentValueReader.Decision.Stays _ -> {}
            case ArgumentValueReader.Decision.Closed _ -> {
                closeValue();
                between(glmMarker);
            }
            case ArgumentValueReader.Decision.ClosedWithCall _ -> {
                anomalyLog.add(Kind.MISSING_VALUE_CLOSER, arguments.key());
                closeValue();
                finish();
                host.goOn(glmMarker);
            }
            case ArgumentValueReader.Decision.NextValue(String next, Kind missing) -> {
                anomalyLog.add(missing, arguments.key());
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

    private void inJson(GlmMarker glmMarker) {
        boolean endsBody = glmMarker == GlmMarker.CALL_CLOSE
                || glmMarker == GlmMarker.CALL_OPEN
                || glmMarker.family() == GlmMarker.Family.ROLE;
        if (body.inString() || !endsBody) {
            body.append(glmMarker.text());
            return;
        }
        JsonCall.parse(body.text(), tools).ifPresentOrElse(this::jsonCall, () -> dropTag(body.text()));
        boolean isCall = state == CallState.JSON;
        state = CallState.IDLE;
        if (glmMarker != GlmMarker.CALL_CLOSE) {
            if (isCall) {
                anomalyLog.add(Kind.MISSING_CALL_CLOSER, "");
            }
            host.goOn(glmMarker);
        }
    }

    private void jsonCall(JsonCall call) {
        anomalyLog.add(Kind.JSON_BODY, "");
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
            anomalyLog.add(Kind.MISSING_CALL_CLOSER, "");
            return;
        }
        leaveOut(Kind.UNFINISHED_CALL);
        if (isCut) {
            JsonCall.cut(body.text(), tools).ifPresent(this::write);
        }
    }

    /// Nothing of the call is passed on.
    private void leaveOut(Kind kind) {
        anomalyLog.add(kind, "");
        host.giveBack("");
    }

    /// Only the tag is dropped: what follows it is text.
    private void dropTag(String text) {
        anomalyLog.add(Kind.STRAY_OPENER, "");
        state = CallState.IDLE;
        host.giveBack(text);
    }

    /// In reasoning it remains text.
    private void giveBackAll() {
        state = CallState.IDLE;
        host.giveBack(GlmMarker.CALL_OPEN.text() + name.text());
    }
}

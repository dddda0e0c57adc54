package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.filter.FamilyMarkers.FormMarkers;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a call with each argument in a separate tag, with raw values: strings are passed on as they arrive, all
/// others once complete. A value ends at a closer before what may follow a value; anything else is data.
final class TaggedCall extends CallBody {
    private static final Map<String, String> ENTITIES =
            Map.of("lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'");
    private static final Pattern CDATA_OR_ENTITY =
            Pattern.compile("<!\\[CDATA\\[(.*?)]]>|&(lt|gt|amp|quot|apos);", Pattern.DOTALL);

    private final Host host;
    private final CallWriter calls;
    private final AnomalyLog anomalyLog;
    private final FormMarkers markers;
    private final JsonNode schema;
    private final StringBuilder held = new StringBuilder();
    private Optional<CallBody> json = Optional.empty();
    private String key = "";
    private ArgumentSchema type = ArgumentSchema.of(MissingNode.getInstance(), "");
    private boolean isInValue;
    private boolean isStreamed;
    private boolean isDuplicate;
    private boolean isFirst;
    /// Line breaks at the end of the value so far, which are layout if it ends here.
    private boolean isBreakHeld;
    private boolean anyArgument;
    private int depth;

    /// The call has begun.
    TaggedCall(Host host, CallWriter calls, AnomalyLog anomalyLog, FormMarkers markers, JsonNode schema) {
        this.host = host;
        this.calls = calls;
        this.anomalyLog = anomalyLog;
        this.markers = markers;
        this.schema = schema;
    }

    @Override
    int read(String text, int from, boolean isOver) {
        state = State.WAITS;
        int at = from;
        boolean isStuck = false;
        while (at < text.length() && state == State.WAITS && !isStuck) {
            boolean wasInValue = isInValue;
            boolean wasInJson = json.isPresent();
            int next = wasInJson
                    ? inJson(text, at, isOver)
                    : isInValue ? inValue(text, at, isOver) : between(text, at, isOver);
            isStuck = next == at && isInValue == wasInValue && json.isPresent() == wasInJson;
            at = next;
        }
        return at;
    }

    private int inJson(String text, int at, boolean isOver) {
        CallBody body = json.orElseThrow();
        int next = body.read(text, at, isOver);
        if (body.state() == State.FAILED) {
            state = State.FAILED;
        } else if (body.state() == State.DONE) {
            json = Optional.empty();
            state = State.DONE;
        }
        return next;
    }

    private int between(String text, int from, boolean isOver) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at == text.length()) {
            return at;
        }
        Reading reading = new Reading(text, at, isOver);
        for (Pattern parameter : markers.parameters()) {
            Optional<Matcher> opened = reading.find(parameter);
            if (opened.isPresent()) {
                open(opened.get());
                return opened.get().end();
            }
        }
        Optional<Matcher> closed = reading.find(markers.close());
        if (closed.isPresent()) {
            finish();
            return closed.get().end();
        }
        if (reading.find(markers.next()).isPresent()) {
            anomalyLog.add(Kind.MISSING_CALL_CLOSER, key);
            finish();
            return at;
        }
        Optional<Matcher> orphan = reading.find(markers.valueClose());
        if (orphan.isPresent()) {
            anomalyLog.add(Kind.ORPHAN_CLOSER, key);
            return orphan.get().end();
        }
        return reading.isUndecided() ? at : other(text, at);
    }

    private int other(String text, int at) {
        if (!anyArgument && text.charAt(at) == '{') {
            json = Optional.of(new JsonCalls(new Begun(), calls, "call", false, false));
            return at;
        }
        if (!anyArgument) {
            state = State.FAILED;
            return at;
        }
        anomalyLog.add(Kind.TEXT_IN_CALL, key);
        return at + 1;
    }

    private void finish() {
        calls.end(false);
        state = State.DONE;
    }

    private void open(Matcher opened) {
        key = opened.group("key").strip();
        String said = opened.pattern().namedGroups().containsKey("type") ? opened.group("type") : "";
        boolean isText = said.equals("true") || said.equals("string");
        type = ArgumentSchema.of(said.isEmpty() ? schema : MissingNode.getInstance(), key);
        isInValue = true;
        anyArgument = true;
        isFirst = true;
        isBreakHeld = false;
        depth = 0;
        held.setLength(0);
        isDuplicate = calls.has(key);
        isStreamed = !isDuplicate && !markers.form().entities() && (isText || said.isEmpty() && type.isString());
        if (isDuplicate) {
            anomalyLog.add(Kind.DUPLICATE_KEY, key);
        } else if (isStreamed) {
            calls.openString(key);
        }
    }

    private int inValue(String text, int from, boolean isOver) {
        int at = from;
        while (at < text.length()) {
            char unit = text.charAt(at);
            if (unit != '<' && unit != ']') {
                at++;
                continue;
            }
            Reading reading = new Reading(text, at, isOver);
            int end = markers.form().style() == Family.Style.NESTED ? nested(reading) : valueEnd(reading);
            if (end != 0 || reading.isUndecided()) {
                data(text, from, at);
                if (end != 0) {
                    close();
                }
                return Math.max(end, at);
            }
            at++;
        }
        data(text, from, at);
        return at;
    }

    /// @return the end of the value's closer; 0 for none here; -1 if the value ends here without one
    private int valueEnd(Reading reading) {
        Optional<Matcher> closed = reading.find(markers.valueEnd());
        if (closed.isPresent()) {
            return closed.get().end();
        }
        for (Pattern parameter : markers.parameters()) {
            Optional<Matcher> next = reading.find(parameter);
            if (next.filter(found ->
                            ArgumentSchema.declares(schema, found.group("key").strip()))
                    .isPresent()) {
                anomalyLog.add(Kind.MISSING_VALUE_CLOSER, key);
                return -1;
            }
        }
        if (reading.find(markers.lastValue()).isPresent()) {
            anomalyLog.add(Kind.MISSING_VALUE_CLOSER, key);
            return -1;
        }
        return 0;
    }

    private int nested(Reading reading) {
        Optional<Matcher> closed = reading.find(markers.valueClose());
        if (closed.isPresent()) {
            return depth-- == 0 ? closed.get().end() : 0;
        }
        if (!reading.isUndecided()
                && reading.find(markers.parameters().getFirst()).isPresent()) {
            depth++;
        }
        return 0;
    }

    private void data(String text, int from, int to) {
        int start = from;
        if (isFirst && start < to) {
            isFirst = false;
            start += markers.form().newlines() && text.charAt(start) == '\n' ? 1 : 0;
        }
        if (start >= to) {
            return;
        }
        pass(isBreakHeld ? "\n" : "");
        isBreakHeld = markers.form().newlines() && text.charAt(to - 1) == '\n';
        pass(text.substring(start, isBreakHeld ? to - 1 : to));
    }

    private void pass(String text) {
        if (isStreamed && !text.isEmpty()) {
            calls.stringText(text);
        } else if (!isDuplicate) {
            held.append(text);
        }
    }

    private void close() {
        isInValue = false;
        if (isStreamed) {
            calls.closeString();
        } else if (!isDuplicate) {
            String raw = markers.form().entities() ? decoded(held.toString()) : held.toString();
            calls.pair(key, type.isString() ? JsonStringEscaper.quoted(raw) : value(raw));
        }
        held.setLength(0);
    }

    /// The text of an XML element: CDATA sections as they are, the five entities elsewhere.
    private static String decoded(String text) {
        return CDATA_OR_ENTITY
                .matcher(text)
                .replaceAll(part ->
                        Matcher.quoteReplacement(part.group(2) == null ? part.group(1) : ENTITIES.get(part.group(2))));
    }

    private String value(String raw) {
        return markers.form().style() == Family.Style.NESTED
                ? NestedValue.json(raw, markers, type)
                : ArgumentValue.json(raw, type);
    }

    @Override
    boolean end(boolean isCut) {
        if (json.isPresent()) {
            return json.get().end(isCut);
        }
        boolean isWhole = anyArgument && !(isInValue && isCut);
        if (isInValue && !isCut) {
            close();
        }
        if (isWhole) {
            anomalyLog.add(Kind.MISSING_CALL_CLOSER, key);
        }
        calls.end(isCut && isInValue || !isWhole);
        return isWhole;
    }

    /// Tries markers at one position.
    private static final class Reading {
        private final String text;
        private final int at;
        private final boolean isOver;
        private boolean isUndecided;

        Reading(String text, int at, boolean isOver) {
            this.text = text;
            this.at = at;
            this.isOver = isOver;
        }

        /// Whether more text may still make one of the markers tried.
        boolean isUndecided() {
            return isUndecided;
        }

        Optional<Matcher> find(Pattern pattern) {
            if (isUndecided) {
                return Optional.empty();
            }
            Matcher matcher = pattern.matcher(text).region(at, text.length());
            boolean isFound = matcher.lookingAt();
            isUndecided = matcher.hitEnd() && !isOver;
            return isFound && !isUndecided ? Optional.of(matcher) : Optional.empty();
        }
    }

    /// The call whose arguments are an object has begun already.
    private final class Begun implements Host {
        @Override
        public boolean begin(String name) {
            return true;
        }

        @Override
        public boolean leavesOut() {
            return false;
        }

        @Override
        public void giveBack(String text) {
            host.giveBack(text);
        }

        @Override
        public void space(String text) {
            host.space(text);
        }
    }
}

package dev.throughline.filter;

import dev.throughline.filter.LiteralMarkers.Marker;
import dev.throughline.filter.LiteralMarkers.Meaning;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Reads one argument value and decides where it ends. A closer counts only before what may follow a value;
/// balanced markup inside a value is data. Holds back a possible closer with the white space after it.
final class ArgumentValueReader {
    private static final int LONGEST_KEY = 128;
    private static final Decision STAYS = new Decision.Stays();

    private final Consumer<String> data;
    private final Predicate<String> beginsKey;
    private final Predicate<String> isKey;
    private final StringBuilder held = new StringBuilder();
    private final BitSet openValues = new BitSet();
    private final LayoutWhitespace layoutWhitespace = new LayoutWhitespace();
    private Held holding = Held.NOTHING;
    /// A newline at the end of the text: layout if the value's closer is missing after it.
    private boolean isNewlineHeld;
    private String key = "";
    private Anomaly.Kind missing = Anomaly.Kind.MISSING_VALUE_CLOSER;
    private int depth;
    /// Start of the key in the held text.
    private int keyAt;

    /// @param data receives the value's text
    /// @param beginsKey whether the tool declares an argument whose name starts with a text
    /// @param isKey whether the tool declares an argument of this name
    ArgumentValueReader(Consumer<String> data, Predicate<String> beginsKey, Predicate<String> isKey) {
        this.data = data;
        this.beginsKey = beginsKey;
        this.isKey = isKey;
    }

    private enum Held {
        NOTHING,
        VALUE_CLOSER,
        CALL_CLOSER,
        /// `<arg_key>` and a partial name: the value's closer may be missing.
        KEY,
        /// `</arg_value>` and the beginning of a declared key: the key's opener may be missing.
        BARE_KEY,
        /// A whole key: only `<arg_value>` makes it one.
        WHOLE_KEY
    }

    /// The effect of a marker.
    sealed interface Decision {
        /// The value continues.
        record Stays() implements Decision {}

        /// The value ended properly; the marker follows it.
        record Closed() implements Decision {}

        /// The value and its call ended without the value's closer; the marker follows the call.
        record ClosedWithCall() implements Decision {}

        /// The value of this key begins, and a tag before it is missing: the closer of the previous value,
        /// or the opener of the key.
        record NextValue(String key, Anomaly.Kind missing) implements Decision {}
    }

    void text(String source, int from, int to) {
        switch (holding) {
            case NOTHING -> pass(source, from, to);
            case KEY -> {
                held.append(source, from, to);
                if (held.length() > LONGEST_KEY || source.indexOf('\n', from, to) >= 0) {
                    release();
                }
            }
            case BARE_KEY -> bareKey(source, from, to);
            case VALUE_CLOSER, CALL_CLOSER, WHOLE_KEY -> {
                int at = layoutWhitespace.skip(source, from, to);
                held.append(source, from, at);
                if (at < to && holding == Held.VALUE_CLOSER && layoutWhitespace.isWhole()) {
                    keyAt = held.length();
                    holding = Held.BARE_KEY;
                    bareKey(source, at, to);
                } else if (at < to) {
                    release();
                    pass(source, at, to);
                }
            }
        }
    }

    Decision marker(Marker marker) {
        if (marker.is(Meaning.DROPPED) && holding != Held.NOTHING) {
            held.append(marker.text());
            return STAYS;
        }
        if (!layoutWhitespace.isWhole()) {
            return again(marker);
        }
        boolean endsTurn = marker.is(Meaning.TURN);
        return switch (holding) {
            case VALUE_CLOSER -> endsTurn || followsValue(marker) ? new Decision.Closed() : again(marker);
            case CALL_CLOSER ->
                endsTurn || marker.is(Meaning.CALL_OPEN) ? new Decision.ClosedWithCall() : again(marker);
            case KEY, BARE_KEY -> marker.is(Meaning.KEY_CLOSE) ? keyEnds(marker) : again(marker);
            case WHOLE_KEY -> marker.is(Meaning.VALUE_OPEN) ? new Decision.NextValue(key, missing) : again(marker);
            case NOTHING -> fresh(marker);
        };
    }

    /// The answer has ended. Empty if the value was still open.
    Optional<Decision> end() {
        return switch (holding) {
            case VALUE_CLOSER -> Optional.of(new Decision.Closed());
            case CALL_CLOSER -> Optional.of(new Decision.ClosedWithCall());
            case NOTHING, KEY, BARE_KEY, WHOLE_KEY -> {
                isNewlineHeld &= holding != Held.NOTHING;
                release();
                yield Optional.empty();
            }
        };
    }

    private static boolean followsValue(Marker marker) {
        return marker.is(Meaning.KEY_OPEN, Meaning.CALL_CLOSE, Meaning.CALL_OPEN);
    }

    private Decision again(Marker marker) {
        release();
        return fresh(marker);
    }

    private Decision keyEnds(Marker closer) {
        key = CallName.trim(held.substring(keyAt));
        missing = holding == Held.KEY ? Anomaly.Kind.MISSING_VALUE_CLOSER : Anomaly.Kind.MISSING_KEY_OPENER;
        if (!isKey.test(key)) {
            return again(closer);
        }
        hold(Held.WHOLE_KEY, closer);
        return STAYS;
    }

    private Decision fresh(Marker marker) {
        switch (marker.meaning()) {
            case CALL_OPEN -> openValues.clear(++depth);
            case VALUE_OPEN -> openValues.set(depth);
            case CALL_CLOSE -> {
                if (depth == 0) {
                    return hold(Held.CALL_CLOSER, marker);
                }
                depth--;
            }
            case VALUE_CLOSE -> {
                if (depth == 0 || !openValues.get(depth)) {
                    return hold(Held.VALUE_CLOSER, marker);
                }
                openValues.clear(depth);
            }
            case KEY_OPEN -> {
                if (depth == 0) {
                    return hold(Held.KEY, marker);
                }
            }
            default -> {}
        }
        passNewline();
        data.accept(marker.text());
        return STAYS;
    }

    /// The beginning of a declared key after a closer; any other text is data.
    private void bareKey(String source, int from, int to) {
        held.append(source, from, to);
        if (!beginsKey.test(held.substring(keyAt).strip())) {
            release();
        }
    }

    private Decision hold(Held what, Marker marker) {
        if (what == Held.VALUE_CLOSER) {
            passNewline();
        }
        holding = what;
        held.append(marker.text());
        keyAt = held.length();
        return STAYS;
    }

    private void pass(String source, int from, int to) {
        passNewline();
        isNewlineHeld = source.charAt(to - 1) == '\n';
        int end = isNewlineHeld ? to - 1 : to;
        if (end > from) {
            data.accept(source.substring(from, end));
        }
    }

    private void passNewline() {
        if (isNewlineHeld) {
            isNewlineHeld = false;
            data.accept("\n");
        }
    }

    private void release() {
        passNewline();
        if (!held.isEmpty()) {
            pass(held.toString(), 0, held.length());
            held.setLength(0);
        }
        holding = Held.NOTHING;
        layoutWhitespace.reset();
    }
}

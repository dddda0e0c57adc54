package dev.throughline.filter;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Reads one argument value and decides where it ends. A closer is one only before what may follow it; what is
/// balanced inside a value is data. Holds back a possible closer with the white space behind it.
final class ValueReader {
    private static final int LONGEST_KEY = 128;

    private final Consumer<String> data;
    private final Predicate<String> isKey;
    private final StringBuilder held = new StringBuilder();
    private final BitSet openValues = new BitSet();
    private Held holding = Held.NOTHING;
    private String key = "";
    private int depth;
    private boolean afterBackslash;

    /// @param data takes the value's text
    /// @param isKey whether the tool declares an argument of this name
    ValueReader(Consumer<String> data, Predicate<String> isKey) {
        this.data = data;
        this.isKey = isKey;
    }

    private enum Held {
        NOTHING,
        VALUE_CLOSER,
        CALL_CLOSER,
        /// `<arg_key>` and a name so far: the value's closer may be missing.
        KEY,
        /// A whole key: only `<arg_value>` makes it one.
        WHOLE_KEY
    }

    /// What a marker did.
    sealed interface Decision {
        /// The value goes on.
        record Stays() implements Decision {}

        /// The value ended properly; the marker is what follows it.
        record Closed() implements Decision {}

        /// The value and its call ended without the value's closer; the marker is what follows the call.
        record ClosedWithCall() implements Decision {}

        /// The value ended without its closer, and the value of this key begins.
        record NextValue(String key) implements Decision {}
    }

    private static final Decision STAYS = new Decision.Stays();

    void text(String source, int from, int to) {
        int at = from;
        if (holding == Held.KEY) {
            held.append(source, from, to);
            if (held.length() > LONGEST_KEY || source.indexOf('\n', from) >= 0 && source.indexOf('\n', from) < to) {
                release();
            }
            return;
        }
        if (holding != Held.NOTHING) {
            while (at < to && isSpace(source.charAt(at))) {
                at++;
            }
            held.append(source, from, at);
            if (at == to) {
                return;
            }
            release();
        }
        data.accept(source.substring(at, to));
    }

    /// White space, or one of the two characters `\\` `n` that some models write for it.
    private boolean isSpace(char unit) {
        boolean isSecond = afterBackslash && unit == 'n';
        afterBackslash = !afterBackslash && unit == '\\';
        return isSecond || afterBackslash || Character.isWhitespace(unit);
    }

    Decision marker(Marker marker) {
        boolean endsTurn = marker.family() == Marker.Family.ROLE;
        return switch (holding) {
            case VALUE_CLOSER -> {
                boolean closes = marker == Marker.KEY_OPEN
                        || marker == Marker.CALL_CLOSE
                        || marker == Marker.CALL_OPEN
                        || endsTurn;
                yield closes ? new Decision.Closed() : again(marker);
            }
            case CALL_CLOSER -> marker == Marker.CALL_OPEN || endsTurn ? new Decision.ClosedWithCall() : again(marker);
            case KEY -> marker == Marker.KEY_CLOSE ? keyEnds() : again(marker);
            case WHOLE_KEY -> marker == Marker.VALUE_OPEN ? new Decision.NextValue(key) : again(marker);
            case NOTHING -> fresh(marker);
        };
    }

    /// The answer is over. Empty when the value was still open.
    Optional<Decision> end() {
        return switch (holding) {
            case VALUE_CLOSER -> Optional.of(new Decision.Closed());
            case CALL_CLOSER -> Optional.of(new Decision.ClosedWithCall());
            case NOTHING, KEY, WHOLE_KEY -> {
                release();
                yield Optional.empty();
            }
        };
    }

    private Decision again(Marker marker) {
        release();
        return fresh(marker);
    }

    private Decision keyEnds() {
        key = CallName.trim(held.substring(Marker.KEY_OPEN.text().length()));
        if (!isKey.test(key)) {
            return again(Marker.KEY_CLOSE);
        }
        held.append(Marker.KEY_CLOSE.text());
        holding = Held.WHOLE_KEY;
        return STAYS;
    }

    private Decision fresh(Marker marker) {
        switch (marker) {
            case CALL_OPEN -> {
                depth++;
                openValues.clear(depth);
                data.accept(marker.text());
            }
            case CALL_CLOSE -> {
                if (depth == 0) {
                    hold(Held.CALL_CLOSER, marker);
                } else {
                    depth--;
                    data.accept(marker.text());
                }
            }
            case VALUE_OPEN -> {
                openValues.set(depth);
                data.accept(marker.text());
            }
            case VALUE_CLOSE -> {
                if (depth > 0 && openValues.get(depth)) {
                    openValues.clear(depth);
                    data.accept(marker.text());
                } else {
                    hold(Held.VALUE_CLOSER, marker);
                }
            }
            case KEY_OPEN -> {
                if (depth == 0) {
                    hold(Held.KEY, marker);
                } else {
                    data.accept(marker.text());
                }
            }
            default -> data.accept(marker.text());
        }
        return STAYS;
    }

    private void hold(Held what, Marker marker) {
        holding = what;
        held.append(marker.text());
    }

    private void release() {
        if (!held.isEmpty()) {
            data.accept(held.toString());
            held.setLength(0);
        }
        holding = Held.NOTHING;
        afterBackslash = false;
    }
}

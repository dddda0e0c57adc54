package dev.throughline.filter;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Reads one argument value and decides where it ends. A closer is one only before what may follow it; what is
/// balanced inside a value is data. Holds back a possible closer with the white space behind it.
final class ValueReader {
    private static final int LONGEST_KEY = 128;
    private static final Decision STAYS = new Decision.Stays();

    private final Consumer<String> data;
    private final Predicate<String> isKey;
    private final StringBuilder held = new StringBuilder();
    private final BitSet openValues = new BitSet();
    private final Layout layout = new Layout();
    private Held holding = Held.NOTHING;
    private String key = "";
    private int depth;

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

    void text(String source, int from, int to) {
        switch (holding) {
            case NOTHING -> data.accept(source.substring(from, to));
            case KEY -> {
                held.append(source, from, to);
                if (held.length() > LONGEST_KEY || source.indexOf('\n', from, to) >= 0) {
                    release();
                }
            }
            case VALUE_CLOSER, CALL_CLOSER, WHOLE_KEY -> {
                int at = layout.skip(source, from, to);
                held.append(source, from, at);
                if (at < to) {
                    release();
                    data.accept(source.substring(at, to));
                }
            }
        }
    }

    Decision marker(Marker marker) {
        if (marker.family() == Marker.Family.BOX && holding != Held.NOTHING) {
            held.append(marker.text());
            return STAYS;
        }
        if (!layout.isWhole()) {
            return again(marker);
        }
        boolean endsTurn = marker.family() == Marker.Family.ROLE;
        return switch (holding) {
            case VALUE_CLOSER -> endsTurn || followsValue(marker) ? new Decision.Closed() : again(marker);
            case CALL_CLOSER -> endsTurn || marker == Marker.CALL_OPEN ? new Decision.ClosedWithCall() : again(marker);
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

    private static boolean followsValue(Marker marker) {
        return marker == Marker.KEY_OPEN || marker == Marker.CALL_CLOSE || marker == Marker.CALL_OPEN;
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
        hold(Held.WHOLE_KEY, Marker.KEY_CLOSE);
        return STAYS;
    }

    private Decision fresh(Marker marker) {
        switch (marker) {
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
        data.accept(marker.text());
        return STAYS;
    }

    private Decision hold(Held what, Marker marker) {
        holding = what;
        held.append(marker.text());
        return STAYS;
    }

    private void release() {
        if (!held.isEmpty()) {
            data.accept(held.toString());
            held.setLength(0);
        }
        holding = Held.NOTHING;
        layout.reset();
    }
}

package dev.throughline.wire.sse;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Finds the top-level `model` of a JSON object. Each byte is examined once; only the name's own bytes are
/// kept.
///
/// Anything but a JSON object has no model. Of repeated fields the first is used. Confined to one thread.
public final class ModelFieldFinder implements ModelFinder {
    private static final byte[] KEY = "model".getBytes(StandardCharsets.US_ASCII);
    /// A longer name cannot be known to any backend.
    private static final int LONGEST_NAME = 1_024;

    private final byte[] name = new byte[LONGEST_NAME];
    private int nameLength;
    private Place place = Place.START;
    private int depth;
    private boolean isInString;
    private boolean isEscaped;
    private int matched;
    private long at;
    private long from = -1;
    private long to = -1;

    /// The construct that the next byte outside of a string may belong to.
    private enum Place {
        START,
        KEY,
        COLON,
        MODEL_COLON,
        VALUE,
        MODEL_VALUE,
        OVER
    }

    @Override
    public boolean feed(byte[] bytes) {
        for (int i = 0; i < bytes.length && place != Place.OVER; i++) {
            on(bytes[i]);
            at++;
        }
        return place == Place.OVER;
    }

    @Override
    public Optional<String> model() {
        return to < 0 || nameLength > LONGEST_NAME || !JsonStringDecoder.isWhole(name, 0, nameLength)
                ? Optional.empty()
                : Optional.of(JsonStringDecoder.decode(name, 0, nameLength));
    }

    @Override
    public byte[] renamed(byte[] prefix, String other) {
        if (to < 0) {
            return prefix;
        }
        byte[] written = new FrameBuffer().json(other).take();
        int start = Math.toIntExact(from);
        int end = Math.toIntExact(to);
        byte[] result = Arrays.copyOf(prefix, prefix.length - (end - start) + written.length);
        System.arraycopy(written, 0, result, start, written.length);
        System.arraycopy(prefix, end, result, start + written.length, prefix.length - end);
        return result;
    }

    private void on(byte unit) {
        if (isInString) {
            inString(unit);
        } else if (unit == '"') {
            isInString = true;
            matched = 0;
            from = place == Place.MODEL_VALUE ? at : from;
            place = place == Place.START ? Place.OVER : place;
        } else if (unit != ' ' && unit != '\t' && unit != '\n' && unit != '\r') {
            outside(unit);
        }
    }

    private void inString(byte unit) {
        if (isEscaped) {
            isEscaped = false;
            text(unit);
        } else if (unit == '\\') {
            isEscaped = true;
            text(unit);
        } else if (unit == '"') {
            isInString = false;
            stringOver();
        } else {
            text(unit);
        }
    }

    private void text(byte unit) {
        if (place == Place.MODEL_VALUE) {
            if (nameLength < LONGEST_NAME) {
                name[nameLength] = unit;
            }
            nameLength = Math.min(nameLength + 1, LONGEST_NAME + 1);
        } else if (place == Place.KEY && depth == 1) {
            matched = matched >= 0 && matched < KEY.length && KEY[matched] == unit ? matched + 1 : -1;
        }
    }

    private void stringOver() {
        if (place == Place.MODEL_VALUE) {
            to = at + 1;
            place = Place.OVER;
        } else if (place == Place.KEY && depth == 1) {
            place = matched == KEY.length ? Place.MODEL_COLON : Place.COLON;
        }
    }

    private void outside(byte unit) {
        switch (unit) {
            case '{' -> opened(false);
            case '[' -> opened(true);
            case '}', ']' -> closed();
            case ':' -> {
                if (depth == 1) {
                    place = place == Place.MODEL_COLON ? Place.MODEL_VALUE : Place.VALUE;
                }
            }
            case ',' -> place = depth == 1 ? Place.KEY : place;
            default -> place = place == Place.START || place == Place.MODEL_VALUE ? Place.OVER : place;
        }
    }

    private void opened(boolean isArray) {
        if (depth == 0 && isArray || place == Place.MODEL_VALUE) {
            place = Place.OVER;
            return;
        }
        depth++;
        place = depth == 1 ? Place.KEY : place;
    }

    private void closed() {
        depth--;
        place = depth <= 0 ? Place.OVER : place;
    }
}

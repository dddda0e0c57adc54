package dev.throughline.filter;

/// Reads what stands behind `<tool_call>` until it is decided whether that can be a name.
final class NameReader {
    private static final int LONGEST_NAME = 128;
    /// With the white space around the name.
    private static final int LONGEST = 512;

    private final StringBuilder text = new StringBuilder();
    private int length;
    private int nameLength;
    private boolean isNameOver;
    private boolean afterBackslash;
    private Outlook outlook = Outlook.NAME;

    /// What a beginning can still become.
    enum Outlook {
        NAME,
        JSON,
        NEITHER
    }

    void reset() {
        text.setLength(0);
        length = 0;
        nameLength = 0;
        isNameOver = false;
        afterBackslash = false;
        outlook = Outlook.NAME;
    }

    Outlook read(String source, int from, int to) {
        for (int at = from; at < to && outlook == Outlook.NAME; at++) {
            outlook = ++length > LONGEST ? Outlook.NEITHER : step(source.charAt(at));
        }
        text.append(source, from, to);
        return outlook;
    }

    /// All that was read.
    String text() {
        return text.toString();
    }

    /// The name; empty for none.
    String name() {
        return CallName.of(text);
    }

    private Outlook step(char unit) {
        if (afterBackslash) {
            afterBackslash = false;
            return unit == 'n' ? space() : Outlook.NEITHER;
        }
        if (unit == '\\') {
            afterBackslash = true;
            return Outlook.NAME;
        }
        if (Character.isWhitespace(unit)) {
            return space();
        }
        if (unit == '{') {
            return Outlook.JSON;
        }
        boolean goesOn = CallName.isNameUnit(unit) && !isNameOver && ++nameLength <= LONGEST_NAME;
        return goesOn ? Outlook.NAME : Outlook.NEITHER;
    }

    private Outlook space() {
        isNameOver |= nameLength > 0;
        return Outlook.NAME;
    }
}

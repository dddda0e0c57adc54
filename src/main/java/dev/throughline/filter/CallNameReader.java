package dev.throughline.filter;

/// Reads the text after `<tool_call>` until it is decided whether it can be a name.
final class CallNameReader {
    private static final int LONGEST_NAME = 128;
    /// With the white space around the name.
    private static final int LONGEST = 512;

    private final DeclaredTools tools;
    private final StringBuilder text = new StringBuilder();
    /// From the first character of the name.
    private final StringBuilder named = new StringBuilder();
    private int length;
    private int nameLength;
    private boolean isNameOver;
    private boolean afterBackslash;
    private Outlook outlook = Outlook.NAME;

    /// The possible meaning of the text read so far.
    enum Outlook {
        NAME,
        JSON,
        NEITHER
    }

    CallNameReader(DeclaredTools tools) {
        this.tools = tools;
    }

    void reset() {
        text.setLength(0);
        named.setLength(0);
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

    /// All text read.
    String text() {
        return text.toString();
    }

    /// The name; empty for none.
    String name() {
        return tools.name(text);
    }

    private Outlook step(char unit) {
        Outlook next = look(unit);
        if (nameLength > 0) {
            named.append(unit);
        }
        return next == Outlook.NEITHER && mayGoOn(unit) ? Outlook.NAME : next;
    }

    /// A declared name that is not ASCII, or the beginning of a key whose opening tag is missing.
    private boolean mayGoOn(char unit) {
        if (nameLength == 0) {
            nameLength = 1;
            named.append(unit);
        }
        return tools.beginsUnusualName(named) || isNameOver && tools.beginsBareKey(named);
    }

    private Outlook look(char unit) {
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

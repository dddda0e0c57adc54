package dev.throughline.stub;

/// The texts around the tokens: several scripts, an emoji, a combining accent, quotes, backslashes, line
/// breaks, markup-like text, and white space at line ends, so that any change by a client becomes visible.
/// They end in a visible character: opencode up to 1.1.34 trims the ends of every text, which would mask
/// other changes.
final class ScriptTexts {
    private ScriptTexts() {}

    static String reasoning(String token) {
        return "Let me think \u2014 \u8ba9\u6211\u60f3\u60f3 \uD83E\uDD14.\nThe mark is " + token
                + "  \n\tIt says \"keep me\", C:\\temp\\new stays, cafe\u0301 and \u00e9 differ, <b>so</b> do I.";
    }

    static String content(String token) {
        return "Here it is \u2705: " + token
                + "  \nA \"quoted\" word, a back\\slash, \u65e5\u672c\u8a9e, na\u00efve <i>text</i> & more.";
    }

    static String farewell() {
        return "OK.";
    }

    static String title() {
        return "Keeping the thread";
    }
}

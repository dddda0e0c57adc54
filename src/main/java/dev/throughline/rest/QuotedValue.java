package dev.throughline.rest;

/// A client's value, made safe for a message: in quotes, shortened, without control characters.
public final class QuotedValue {
    private static final int LONGEST = 40;

    private QuotedValue() {}

    public static String of(String text) {
        return '"' + unquoted(text) + '"';
    }

    /// The same without quotes.
    public static String unquoted(String text) {
        String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }
}

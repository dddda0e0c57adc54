package dev.throughline.matrix;

/// Encodes numbers so that their character order is the numeric order: the number of digits, in two
/// characters, then the digits.
final class SortedNumber {
    private SortedNumber() {}

    /// @param digits between one and 99 of them; leading zeros are ignored
    static String of(String digits) {
        String plain = digits.replaceFirst("^0+(?=.)", "");
        return (plain.length() < 10 ? "0" : "") + plain.length() + plain;
    }
}

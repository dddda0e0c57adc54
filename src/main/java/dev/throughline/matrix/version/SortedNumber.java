package dev.throughline.matrix.version;

/// Writes numbers so that their characters order them: how many digits, in two characters, then the digits.
final class SortedNumber {
    private SortedNumber() {}

    /// @param digits at least one and at most 99 of them; leading zeros count for nothing
    static String of(String digits) {
        String plain = digits.replaceFirst("^0+(?=.)", "");
        return (plain.length() < 10 ? "0" : "") + plain.length() + plain;
    }
}

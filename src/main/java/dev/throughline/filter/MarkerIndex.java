package dev.throughline.filter;

/// Tells by the first characters at a position which of up to 64 markers may begin there.
final class MarkerIndex {
    private static final int MOST = Long.SIZE;
    private static final int DEPTH = 3;
    private static final int ASCII = 128;

    /// For each of the first characters, the markers that may have it there; the last entry is for all others.
    private final long[][] masks = new long[DEPTH][ASCII + 1];

    /// @param firsts what it may begin with
    /// @param literal what it begins with, as far as that is known
    /// @throws IllegalArgumentException for more than 64 markers
    void add(int number, String firsts, String literal) {
        if (number >= MOST) {
            throw new IllegalArgumentException("a family has at most " + MOST + " markers");
        }
        for (int depth = 0; depth < DEPTH; depth++) {
            String here = depth < literal.length() ? literal.substring(depth, depth + 1) : depth == 0 ? firsts : "";
            for (int unit = 0; unit <= ASCII; unit++) {
                boolean isAny = depth > 0 && here.isEmpty();
                boolean isHere = isAny
                        || (unit < ASCII
                                ? here.indexOf(unit) >= 0
                                : here.chars().anyMatch(other -> other >= ASCII));
                masks[depth][unit] |= isHere ? 1L << number : 0;
            }
        }
    }

    /// The first position from here where one of them may begin; the end of the text for none.
    int next(String source, int from) {
        long[] firsts = masks[0];
        int end = source.length();
        int at = from;
        while (at < end && (firsts[slot(source.charAt(at))] == 0 || at(source, at) == 0)) {
            at++;
        }
        return at;
    }

    /// The numbers, as bits, of those that may begin here, as far as the text goes.
    long at(String source, int from) {
        int length = source.length();
        long found = masks[0][slot(source.charAt(from))];
        for (int depth = 1; depth < DEPTH && found != 0 && from + depth < length; depth++) {
            found &= masks[depth][slot(source.charAt(from + depth))];
        }
        return found;
    }

    private static int slot(char unit) {
        return Math.min(unit, ASCII);
    }
}

package dev.throughline.verdict;

/// The severity of an outcome; of several observations of one item the worst one counts.
final class Severity {
    private Severity() {}

    static int of(Outcome outcome) {
        return switch (outcome) {
            case NOT_DUE -> 0;
            case EXACT -> 1;
            case REFERENCED -> 2;
            case TURN_ABSENT -> 3;
            case DUPLICATED -> 4;
            case REORDERED -> 5;
            case SIGNATURE_ALTERED -> 6;
            case SIGNATURE_LOST -> 7;
            case RENAMED -> 8;
            case SHADOWED -> 9;
            case MODIFIED -> 10;
            case TRUNCATED -> 11;
            case MOVED -> 12;
            case PARTIAL -> 13;
            case MISSING -> 14;
            case LEAKED -> 15;
        };
    }
}

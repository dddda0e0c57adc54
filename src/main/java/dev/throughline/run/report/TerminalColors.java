package dev.throughline.run.report;

import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;

/// Terminal colors of a report. Source: ECMA-48, select graphic rendition.
enum TerminalColors {
    NONE,
    ANSI;

    private static final String BOLD = "1";
    private static final String RED = "31";
    private static final String GREEN = "32";
    private static final String YELLOW = "33";
    private static final String FAINT = "2";

    String title(String text) {
        return paint(BOLD, text);
    }

    String faint(String text) {
        return paint(FAINT, text);
    }

    String bad(String text) {
        return paint(RED, text);
    }

    /// @param text the status, padded or not
    String status(Status status, String text) {
        return switch (status) {
            case PRESERVED -> paint(GREEN, text);
            case BROKEN, ERROR -> paint(RED, text);
            case PARTIAL, INCONCLUSIVE -> paint(YELLOW, text);
            case NOT_EXERCISED, UNSUPPORTED -> paint(FAINT, text);
        };
    }

    String verdict(Verdict verdict, String text) {
        return switch (verdict) {
            case PASS -> paint(GREEN, text);
            case FAIL -> paint(RED, text);
            case INCONCLUSIVE -> paint(YELLOW, text);
        };
    }

    private String paint(String code, String text) {
        return this == NONE ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}

package dev.throughline.cli;

/// What the program's end tells a script.
final class ExitCode {
    /// Preserved, or yes.
    static final int YES = 0;
    /// Broken or partial, or no.
    static final int NO = 1;
    /// Unknown, inconclusive, not exercised.
    static final int UNKNOWN = 2;
    /// The command line is wrong. Source: sysexits, EX_USAGE.
    static final int USAGE = 64;
    /// The program itself failed. Source: sysexits, EX_SOFTWARE.
    static final int FAILED = 70;

    private ExitCode() {}

    /// The code of a run's verdict.
    static int of(String verdict) {
        return switch (verdict) {
            case "PASS" -> YES;
            case "FAIL" -> NO;
            default -> UNKNOWN;
        };
    }
}

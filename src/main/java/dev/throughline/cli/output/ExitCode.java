package dev.throughline.cli.output;

/// The exit codes of the program.
public final class ExitCode {
    /// Preserved, or yes.
    public static final int YES = 0;
    /// Broken or partial, or no.
    public static final int NO = 1;
    /// Unknown, inconclusive, not exercised.
    public static final int UNKNOWN = 2;
    /// Invalid command line. Source: sysexits, EX_USAGE.
    public static final int USAGE = 64;
    /// The program itself failed. Source: sysexits, EX_SOFTWARE.
    public static final int FAILED = 70;

    private ExitCode() {}

    /// The exit code for a run's verdict.
    public static int of(String verdict) {
        return switch (verdict) {
            case "PASS" -> YES;
            case "FAIL" -> NO;
            default -> UNKNOWN;
        };
    }
}

package dev.throughline.run.training;

/// Ends the making of a row.
final class LeftOutException extends Exception {
    private static final long serialVersionUID = 1L;

    private final LeftOut reason;

    LeftOutException(LeftOut reason) {
        super(reason.words(), null, false, false);
        this.reason = reason;
    }

    LeftOut reason() {
        return reason;
    }
}

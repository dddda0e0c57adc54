package dev.throughline.run.training;

/// Aborts the creation of a row.
final class OmittedSampleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final OmissionReason reason;

    OmittedSampleException(OmissionReason reason) {
        super(reason.label(), null, false, false);
        this.reason = reason;
    }

    OmissionReason reason() {
        return reason;
    }
}

package dev.throughline.run;

/// No run has this id, or the run was deleted in the meantime.
public final class UnknownRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnknownRunException(RunId run) {
        super("there is no run " + run + "; open one with POST /api/v1/runs");
    }
}

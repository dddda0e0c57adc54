package dev.throughline.run;

/// There is no run with this id, or it was deleted meanwhile.
public final class UnknownRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnknownRunException(RunId run) {
        super("there is no run " + run + "; open one with POST /api/v1/runs");
    }
}

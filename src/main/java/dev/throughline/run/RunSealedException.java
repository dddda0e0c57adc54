package dev.throughline.run;

/// A request was received for a sealed run.
public final class RunSealedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunSealedException(RunId run) {
        super("the run " + run + " is sealed and accepts no more requests; reset it or open another");
    }
}

package dev.throughline.run;

/// A request came to a run that is sealed.
public final class RunSealedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunSealedException(RunId run) {
        super("the run " + run + " is sealed and accepts no more requests; reset it or open another");
    }
}

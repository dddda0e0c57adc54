package dev.throughline.run;

/// What answers the requests of a run.
public enum RunMode {
    STUB,
    PROXY
}

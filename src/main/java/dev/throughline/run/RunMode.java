package dev.throughline.run;

/// The source of a run's answers.
public enum RunMode {
    STUB,
    PROXY
}

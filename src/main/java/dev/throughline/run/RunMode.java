package dev.throughline.run;

/// Who answers in a run.
public enum RunMode {
    STUB,
    PROXY
}

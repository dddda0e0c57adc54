package dev.throughline.run;

/// The state of a run. A sealed run never changes again.
public enum RunState {
    CREATED,
    RUNNING,
    SEALED
}

package dev.throughline.run;

/// Where a run stands. A sealed run never changes again.
public enum RunState {
    CREATED,
    RUNNING,
    SEALED
}

package dev.throughline.matrix.store;

import java.util.Optional;

/// Another rescoring is in progress.
public final class RescoreBusyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param progress when it started and how far it is; empty if it has just begun or ended
    RescoreBusyException(Optional<String> progress) {
        super("Another rescoring is running" + progress.map(" "::concat).orElse("")
                + "; only one can run at a time. Try again when it is done, at the latest " + RescoreLease.SECONDS
                + " s after its last batch.");
    }
}

package dev.throughline.backend;

import org.jboss.logging.Logger;

/// Whether the content of a backend begins inside the reasoning, as set or as seen.
///
/// With `auto` the first answer that closes a reasoning nobody opened shows it; that answer still came out wrong, so
/// the
/// setting is named in the log. Thread-safe.
public final class ReasoningStart {
    private static final Logger LOG = Logger.getLogger(ReasoningStart.class);

    private final String backend;
    private final ReasoningIn setting;
    private volatile boolean isPrefilled;

    ReasoningStart(String backend, ReasoningIn setting) {
        this.backend = backend;
        this.setting = setting;
        this.isPrefilled = setting == ReasoningIn.PREFILLED;
    }

    /// Whether the next answer begins inside the reasoning.
    /// @param isThinkingOff whether the request itself switched thinking off
    public boolean isPrefilled(boolean isThinkingOff) {
        return isPrefilled && !isThinkingOff;
    }

    /// An answer closed a reasoning that was not open.
    public void sawOrphanCloser() {
        if (setting == ReasoningIn.AUTO && !isPrefilled) {
            isPrefilled = true;
            LOG.warnf(
                    "A backend's content begins inside the reasoning: backend=%s; set throughline.backends.%s"
                            + ".reasoning-in=prefilled, so that its first answer is read so as well",
                    backend, backend);
        }
    }
}

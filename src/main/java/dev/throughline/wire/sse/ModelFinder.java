package dev.throughline.wire.sse;

import java.util.Optional;

/// Finds the model that a request's body names, in bytes that are received incrementally, so that only the bytes
/// up to it have to be kept. Confined to one thread.
public interface ModelFinder {
    /// Finds none.
    ModelFinder NONE = new ModelFinder() {
        @Override
        public boolean feed(byte[] bytes) {
            return false;
        }

        @Override
        public Optional<String> model() {
            return Optional.empty();
        }

        @Override
        public byte[] renamed(byte[] prefix, String other) {
            return prefix;
        }
    };

    /// Examines the next bytes.
    /// @return whether it is decided: the model is known, or there is none
    boolean feed(byte[] bytes);

    /// The model's name; empty while it is not known, and if there is none.
    Optional<String> model();

    /// The bytes passed in with another name in them; the same bytes if there is no model.
    /// @param prefix all bytes passed in, or more
    byte[] renamed(byte[] prefix, String other);
}

package dev.throughline.harness;

/// Receives the progress of long work, one readable line at a time.
@FunctionalInterface
public interface ProgressListener {
    void say(String line);
}

package dev.throughline.harness;

/// Hears how far long work has come. One line each, for people.
@FunctionalInterface
public interface ProgressListener {
    void say(String line);
}

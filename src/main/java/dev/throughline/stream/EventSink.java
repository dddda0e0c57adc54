package dev.throughline.stream;

/// Receives the events of one answer, on one event loop, in order. Never blocks.
@FunctionalInterface
public interface EventSink {
    void on(StreamEvent event);
}

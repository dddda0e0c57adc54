package dev.throughline.stream;

/// Takes the events of one answer, on one event loop, in order. Never blocks.
@FunctionalInterface
public interface EventSink {
    void on(StreamEvent event);
}

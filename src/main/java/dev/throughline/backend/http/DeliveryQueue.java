package dev.throughline.backend.http;

import java.util.ArrayDeque;
import java.util.Queue;

/// Delivers the pieces of an answer in their order, but none before it is opened: until then they are kept. Confined to
/// one event loop.
final class DeliveryQueue {
    /// More bytes than this are not to be read before the queue is opened.
    private static final int FULL_BYTES = 256 * 1024;

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private long keptBytes;
    private boolean isOpen;

    /// @param bytes that the delivery keeps in memory
    void deliver(int bytes, Runnable delivery) {
        if (isOpen) {
            delivery.run();
        } else {
            waiting.add(delivery);
            keptBytes += bytes;
        }
    }

    /// Delivers what is kept; what follows is delivered at once.
    void open() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
        isOpen = true;
    }

    /// Drops what is kept.
    void clear() {
        waiting.clear();
    }

    /// Whether no more is to be read for now.
    boolean isFull() {
        return !isOpen && keptBytes >= FULL_BYTES;
    }
}

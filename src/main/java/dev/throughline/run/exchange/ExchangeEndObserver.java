package dev.throughline.run.exchange;

import dev.throughline.run.RunId;

/// Notified of every exchange whose end was recorded. Called on an event loop: must not block or fail.
public interface ExchangeEndObserver {
    void ended(RunId run, int number);
}

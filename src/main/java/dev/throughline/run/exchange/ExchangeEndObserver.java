package dev.throughline.run.exchange;

import dev.throughline.run.RunId;

/// Is told of every exchange whose end was written down. Called on an event loop: must not block, and
/// must not fail.
public interface ExchangeEndObserver {
    void ended(RunId run, int number);
}

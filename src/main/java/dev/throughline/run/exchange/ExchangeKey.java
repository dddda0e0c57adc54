package dev.throughline.run.exchange;

/// Names an exchange.
record ExchangeKey(String runId, int number) {}

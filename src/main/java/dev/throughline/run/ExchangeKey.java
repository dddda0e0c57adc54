package dev.throughline.run;

/// Names an exchange.
record ExchangeKey(String runId, int number) {}

package dev.throughline.run.exchange;

/// The primary key of an exchange.
record ExchangeKey(String runId, int number) {}

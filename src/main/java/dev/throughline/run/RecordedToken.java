package dev.throughline.run;

/// One recorded event.
/// @param seq position in the exchange, from 0
/// @param micros microseconds since the request
public record RecordedToken(int seq, TokenKind kind, String text, long micros) {}

package dev.throughline.run;

/// An anomaly in an answer that was repaired or omitted.
///
/// @param kind the kind of anomaly, in lower case with hyphens
/// @param at offset in the answer's text, in characters
/// @param detail a name or a number; never text of the answer
public record RecordedAnomaly(String kind, long at, String detail) {}

package dev.throughline.run;

/// Something odd in an answer that was repaired or left out.
///
/// @param kind what it was, lower case with hyphens
/// @param at characters of the answer's text before it
/// @param detail a name or a number; never a text of the answer
public record RecordedAnomaly(String kind, long at, String detail) {}

package dev.throughline.run;

/// Bytes of an exchange's bodies that passed between client and backend.
public record PassedBytes(long request, long answer) {}

package dev.throughline.run;

/// How much of an exchange's bodies passed between client and backend. Unit: bytes.
public record PassedBytes(long request, long answer) {}

package dev.throughline.matrix.version;

import java.time.Instant;

/// A version of a product that is known, measured or not.
///
/// @param sortKey orders the versions of one product by its characters
/// @param isLatest whether its registry called it the latest when it was last asked
/// @param isMeasured whether a cell of it exists, on any side
public record ProductVersion(String version, String sortKey, Instant firstSeen, boolean isLatest, boolean isMeasured) {}

package dev.throughline.matrix;

import java.time.Instant;
import java.util.Optional;

/// A known version of a product, measured or not.
///
/// @param isLatest whether its registry listed it as the latest when last queried
/// @param published when its registry published it, if it says so
/// @param isMeasured whether a cell of it exists, as client or as backend
public record ProductVersion(
        String version, Instant firstSeen, Optional<Instant> published, boolean isLatest, boolean isMeasured) {}

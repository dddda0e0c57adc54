package dev.throughline.matrix;

import java.time.Instant;
import java.util.Optional;

/// A known version of a product, measured or not.
///
/// @param sortKey text whose character order is the order of the product's versions
/// @param isLatest whether its registry listed it as the latest when last queried
/// @param published when its registry published it, if it says so
/// @param isMeasured whether a cell of it exists, on any side
public record ProductVersion(
        String version,
        String sortKey,
        Instant firstSeen,
        Optional<Instant> published,
        boolean isLatest,
        boolean isMeasured) {}

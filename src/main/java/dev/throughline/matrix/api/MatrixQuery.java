package dev.throughline.matrix.api;

import dev.throughline.matrix.CellFilter;
import java.time.Instant;
import java.util.Optional;

/// A selection of cells.
///
/// @param isLatest only the newest measured version of each product
/// @param asOf the matrix as of this time
public record MatrixQuery(CellFilter filter, boolean isLatest, Optional<Instant> asOf) {
    /// The same query at another time.
    public MatrixQuery at(Instant moment) {
        return new MatrixQuery(filter, isLatest, Optional.of(moment));
    }

    /// The same query with another filter.
    public MatrixQuery with(CellFilter other) {
        return new MatrixQuery(other, isLatest, asOf);
    }
}

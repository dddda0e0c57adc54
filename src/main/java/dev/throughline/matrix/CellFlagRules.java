package dev.throughline.matrix;

import dev.throughline.matrix.Cell.Flag;
import dev.throughline.matrix.CellKey.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Computes the flags that depend on the time of reading and on other cells, versions and claims.
///
/// @param newest the newest unmeasured release of each product, as its sort key
/// @param claims those that may apply to the cells
public record CellFlagRules(Instant now, Duration staleAfter, Map<String, String> newest, List<Claim> claims) {
    /// @param order the sort key of the tested product's version
    public Cell on(Cell cell, String order) {
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        flags.addAll(cell.flags());
        if (isOld(cell) || isOvertaken(cell, order)) {
            flags.add(Flag.STALE);
        }
        if (claims.stream().anyMatch(claim -> claim.isContradictedBy(cell))) {
            flags.add(Flag.DISPUTED);
        }
        return cell.with(flags);
    }

    private boolean isOld(Cell cell) {
        return cell.lastMeasured().isBefore(now.minus(staleAfter));
    }

    private boolean isOvertaken(Cell cell, String order) {
        return tested(cell)
                .map(Versioned::product)
                .map(newest::get)
                .filter(newer -> order.compareTo(newer) < 0)
                .isPresent();
    }

    /// The subject of a cell: the client, or the backend if it was checked by itself.
    public static Optional<Versioned> tested(Cell cell) {
        return cell.key().client().or(() -> cell.key().backend());
    }
}

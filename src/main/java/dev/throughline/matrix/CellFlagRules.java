package dev.throughline.matrix;

import dev.throughline.matrix.Cell.Flag;
import dev.throughline.matrix.CellKey.Versioned;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Computes the flags that depend on the time of reading and on other cells, versions and claims.
///
/// @param isOvertaken whether a later release of a product was never measured
/// @param claims those that may apply to the cells
public record CellFlagRules(
        Instant now, Duration staleAfter, Predicate<Versioned> isOvertaken, Collection<Claim> claims) {
    public Cell on(Cell cell) {
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        flags.addAll(cell.flags());
        if (isOld(cell) || tested(cell).filter(isOvertaken).isPresent()) {
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

    /// The subject of a cell: the client, or the backend if it was checked by itself.
    static Optional<Versioned> tested(Cell cell) {
        return cell.key().client().or(() -> cell.key().backend());
    }
}

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
/// @param unmeasured the releases of each product that were never measured; of a product without any there is no entry
/// @param claims those that may apply to the cells
public record CellFlagRules(Instant now, Duration staleAfter, Map<String, Unmeasured> unmeasured, List<Claim> claims) {
    /// Releases of a product that were never measured.
    public record Unmeasured(List<String> versions, ReleaseHistory releases) {
        public Unmeasured {
            versions = List.copyOf(versions);
        }

        boolean follow(String version) {
            return versions.stream().anyMatch(later -> releases.mayPrecede(version, later));
        }
    }

    public Cell on(Cell cell) {
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        flags.addAll(cell.flags());
        if (isOld(cell) || isOvertaken(cell)) {
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

    private boolean isOvertaken(Cell cell) {
        return tested(cell)
                .filter(tested -> Optional.ofNullable(unmeasured.get(tested.product()))
                        .filter(releases -> releases.follow(tested.version()))
                        .isPresent())
                .isPresent();
    }

    /// The subject of a cell: the client, or the backend if it was checked by itself.
    public static Optional<Versioned> tested(Cell cell) {
        return cell.key().client().or(() -> cell.key().backend());
    }
}

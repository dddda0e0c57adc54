package dev.throughline.matrix;

import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds what the newest measured version of each client keeps better or worse than the one measured before it, which
/// precedes it, or may, as `ReleaseHistory` says: the worst status over the settings in which both were measured on
/// purpose, of the unmodified recipe. Settings are the same only if suite, scenario, model, field and everything
/// behind the client are.
public final class VersionChanges {
    private static final List<Status> BY_RANK = List.of(Status.BROKEN, Status.PARTIAL, Status.PRESERVED);
    private static final Comparator<Status> WORST_FIRST = Comparator.comparingInt(BY_RANK::indexOf);

    private VersionChanges() {}

    /// A change between two versions.
    /// @param before the version measured before
    /// @param dialect that of the client
    public record VersionChange(
            String client,
            String version,
            String before,
            Capability capability,
            String dialect,
            Status status,
            Status previous) {
        /// Whether the newer version keeps less.
        public boolean isWorse() {
            return WORST_FIRST.compare(status, previous) < 0;
        }
    }

    /// The conditions in which both versions were measured; the version and the packages of the client are empty in
    /// the key.
    private record Setting(CellKey key, Capability capability) {
        static Setting of(Cell cell) {
            return new Setting(cell.key().with(Axis.CLIENT_VERSION, "").with(Axis.SDK, ""), cell.capability());
        }
    }

    private record Subject(Capability capability, String dialect) {}

    /// The worst statuses of both versions.
    /// @param at when the newer version was first measured
    private record Pair(Status now, Status then, Instant at) {
        Pair and(Pair other) {
            return new Pair(worst(now, other.now), worst(then, other.then), at.isBefore(other.at) ? other.at : at);
        }

        private static Status worst(Status one, Status other) {
            return WORST_FIRST.compare(one, other) <= 0 ? one : other;
        }
    }

    private record Dated(VersionChange change, Instant at) {}

    /// The newest first.
    public static List<VersionChange> of(MatrixSnapshot matrix, int limit) {
        return matrix.products().stream()
                .filter(product -> product.kind() == Product.Kind.CLIENT || product.kind() == Product.Kind.SDK)
                .flatMap(product -> of(matrix, product))
                .sorted(Comparator.comparing(Dated::at, Comparator.reverseOrder())
                        .thenComparing(dated -> dated.change().client())
                        .thenComparing(dated -> dated.change().capability().name()))
                .limit(limit)
                .map(Dated::change)
                .toList();
    }

    private static Stream<Dated> of(MatrixSnapshot matrix, Product product) {
        ReleaseHistory releases = matrix.releases(product.id());
        Map<String, List<Cell>> versions = matrix.cells(CellFilter.all().with(Axis.CLIENT, product.id())).stream()
                .collect(Collectors.groupingBy(VersionChanges::version));
        Optional<String> newest = versions.keySet().stream().max(releases.order());
        Optional<String> before = newest.flatMap(later -> versions.keySet().stream()
                .filter(earlier -> releases.mayPrecede(earlier, later))
                .max(releases.order()));
        return before.isEmpty()
                ? Stream.empty()
                : between(product.id(), cells(versions, newest), cells(versions, before));
    }

    private static List<Cell> cells(Map<String, List<Cell>> versions, Optional<String> version) {
        return version.map(one -> versions.getOrDefault(one, List.of())).orElse(List.of());
    }

    private static Stream<Dated> between(String client, List<Cell> later, List<Cell> earlier) {
        Map<Setting, Status> before = new HashMap<>();
        plain(earlier).forEach(cell -> before.merge(Setting.of(cell), cell.status(), Pair::worst));
        Map<Subject, Pair> pairs = new HashMap<>();
        plain(later)
                .forEach(cell -> Optional.ofNullable(before.get(Setting.of(cell)))
                        .ifPresent(then -> pairs.merge(
                                new Subject(
                                        cell.capability(),
                                        cell.key().dialectIn().id()),
                                new Pair(cell.status(), then, cell.firstMeasured()),
                                Pair::and)));
        return pairs.entrySet().stream()
                .filter(pair -> pair.getValue().now() != pair.getValue().then())
                .map(pair -> new Dated(
                        new VersionChange(
                                client,
                                version(later.getFirst()),
                                version(earlier.getFirst()),
                                pair.getKey().capability(),
                                pair.getKey().dialect(),
                                pair.getValue().now(),
                                pair.getValue().then()),
                        pair.getValue().at()));
    }

    /// Cells of the unmodified recipe whose runs voted.
    private static Stream<Cell> plain(List<Cell> cells) {
        return cells.stream().filter(cell -> cell.key().variant().isEmpty() && BY_RANK.contains(cell.status()));
    }

    private static String version(Cell cell) {
        return cell.key().client().map(Versioned::version).orElse("");
    }
}
